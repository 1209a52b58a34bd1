"""Memory and knowledge for agents: the gRPC core, its engine, ports and embedded stores."""
