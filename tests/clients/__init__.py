"""Real MCP clients against the product."""
