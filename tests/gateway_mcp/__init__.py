"""The MCP gateway against a core that is only pretended."""
