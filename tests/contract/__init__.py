"""One suite a port; an adapter brings a factory."""
