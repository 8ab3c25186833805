"""Read and write memories of a LangGraph agent."""
