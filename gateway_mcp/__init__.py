"""The MCP door: stateless, both protocol eras at one endpoint, translating tool calls to the core's gRPC."""
