"""The REST door: stateless, translates JSON over HTTP to the core's gRPC and back. Imports nothing of the core but its contract."""
