"""The same scenarios through gRPC, REST and MCP against the product as it is started."""
