-- The checkpoints that a LangGraph checkpointer holds of some runs, and what was written for them.
WITH gone AS (
    DELETE FROM checkpoints WHERE metadata ->> 'run_id' = ANY(%(runs)s)
    RETURNING thread_id, checkpoint_ns, checkpoint_id
)
DELETE FROM checkpoint_writes w USING gone
 WHERE w.thread_id = gone.thread_id AND w.checkpoint_ns = gone.checkpoint_ns
   AND w.checkpoint_id = gone.checkpoint_id
