"""The REST door, over HTTP, in front of a core that is only pretended."""
