"""What holds for the project as a whole: imports, sizes, dependencies, generated pages, words that must not occur."""
