-- The whole schema as it stands after the last migration, to be read; the migrations make it.
-- tests/store/test_schema.py compares the two. Every unique index begins with the scope.

-- Facts about the schema itself: its version, and the embedder its vectors were made with.
CREATE TABLE {schema}.meta (
    key text PRIMARY KEY,
    value jsonb NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- One row a scope: its lock, its clock (strictly increasing in commit order), its statistics, and
-- the embedder that its vectors were made with. A large one has indexes of its own: own_dimensions
-- is the size of the vectors in them, 0 without vectors, NULL without such indexes; is_bilingual says
-- that both Chinese and another language are spoken there.
CREATE TABLE {schema}.scopes (
    scope text PRIMARY KEY,
    clock timestamptz NOT NULL DEFAULT clock_timestamp(),
    row_count bigint NOT NULL DEFAULT 0,
    lexeme_count bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    embedder text,
    own_dimensions integer,
    counted_rows bigint,
    is_bilingual boolean NOT NULL DEFAULT false
);
CREATE INDEX scopes_large ON {schema}.scopes (scope) WHERE own_dimensions IS NOT NULL;

-- In how many memories of a large scope each term occurs, as maintenance last counted.
CREATE TABLE {schema}.term_df (
    scope text NOT NULL,
    term text COLLATE "C" NOT NULL,
    df integer NOT NULL,
    PRIMARY KEY (scope, term)
);

CREATE SEQUENCE {schema}.tree_numbers AS integer MINVALUE 1;

-- Checkpoint trees; tree 0 holds the writes made without a thread and is never hidden.
CREATE TABLE {schema}.trees (
    scope text NOT NULL,
    tree bigint NOT NULL,
    thread_id text,
    last_ordinal bigint NOT NULL DEFAULT 0,
    last_entry bigint NOT NULL DEFAULT 0,
    last_root text COLLATE "C",
    live int8multirange NOT NULL DEFAULT '{{}}',
    void int8multirange NOT NULL DEFAULT '{{}}',
    left_behind int8multirange NOT NULL DEFAULT '{{}}',
    plain boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (scope, tree)
);
CREATE INDEX trees_thread ON {schema}.trees (scope, thread_id, tree DESC);
CREATE INDEX trees_forked ON {schema}.trees (scope) WHERE NOT plain;

-- One committed pass of consolidate, or one call of a verb.
CREATE TABLE {schema}.writes (
    scope text NOT NULL,
    number bigint NOT NULL,
    base_key uuid NOT NULL,
    redo integer NOT NULL DEFAULT 0,
    tree bigint NOT NULL,
    thread_id text,
    root text COLLATE "C",
    nonce text,
    lineage_before int8multirange NOT NULL DEFAULT '{{}}',
    messages jsonb NOT NULL DEFAULT '[]',
    memory_ids jsonb NOT NULL DEFAULT '[]',
    counts jsonb NOT NULL DEFAULT '{{}}',
    note jsonb NOT NULL DEFAULT '{{}}',
    committed_at timestamptz NOT NULL,
    PRIMARY KEY (scope, number),
    UNIQUE (scope, base_key, redo)
);
CREATE INDEX writes_clock ON {schema}.writes (scope, committed_at);

-- Which branch of a tree spoke, in commit order; live and void are the state after the entry.
CREATE TABLE {schema}.branch_log (
    scope text NOT NULL,
    tree bigint NOT NULL,
    entry bigint NOT NULL,
    root text COLLATE "C" NOT NULL,
    kind text NOT NULL CHECK (kind IN ('turn', 'rewind', 'undo')),
    after int8multirange NOT NULL,
    live int8multirange NOT NULL,
    void int8multirange NOT NULL,
    later int8multirange NOT NULL DEFAULT '{{}}',
    undone boolean NOT NULL DEFAULT false,
    logged_at timestamptz NOT NULL,
    PRIMARY KEY (scope, tree, entry)
);
CREATE INDEX branch_log_root ON {schema}.branch_log (scope, tree, root);

CREATE TABLE {schema}.memories (
    scope text NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    tier text NOT NULL CHECK (tier IN ('episodic', 'semantic', 'procedural', 'archive', 'item')),
    kind text NOT NULL,
    dedupe_key uuid NOT NULL,
    interval_number integer NOT NULL DEFAULT 1,
    asserted int8multirange NOT NULL,
    closed int8multirange NOT NULL DEFAULT '{{}}',
    doubted int8multirange NOT NULL DEFAULT '{{}}',
    conflict_key text,
    namespace text[] COLLATE "C",
    item_key text COLLATE "C",
    content text NOT NULL,
    data jsonb NOT NULL DEFAULT '{{}}',
    subject text,
    attribute text,
    value text,
    cardinality text NOT NULL DEFAULT 'many',
    polarity boolean NOT NULL DEFAULT true,
    event_from timestamptz,
    event_to timestamptz,
    event_words text,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    recorded_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    confidence real NOT NULL DEFAULT 1,
    importance real NOT NULL DEFAULT 0.5,
    sensitivity text NOT NULL DEFAULT 'none',
    trust smallint NOT NULL DEFAULT 3,
    language text,
    speaker text COLLATE "C",
    role text,
    tags text[] NOT NULL DEFAULT '{{}}',
    entities text[] NOT NULL DEFAULT '{{}}',
    thread_id text,
    session_id text COLLATE "C",
    position integer,
    message_id text,
    is_question boolean NOT NULL DEFAULT false,
    has_time boolean NOT NULL DEFAULT false,
    word_count integer NOT NULL DEFAULT 0,
    ttl_minutes double precision,
    expires_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    lexemes tsvector NOT NULL DEFAULT '',
    lexeme_count integer NOT NULL DEFAULT 0,
    embedding halfvec,
    PRIMARY KEY (scope, id),
    UNIQUE (scope, tier, dedupe_key, interval_number)
) WITH (fillfactor = 85, toast_tuple_target = 8160);
-- Vectors and lexemes stay in the row, as every recall of a scope reads them.
ALTER TABLE {schema}.memories ALTER COLUMN embedding SET STORAGE MAIN;
CREATE INDEX memories_conflict ON {schema}.memories (scope, conflict_key)
    WHERE conflict_key IS NOT NULL;
CREATE INDEX memories_session ON {schema}.memories (scope, session_id, position)
    WHERE session_id IS NOT NULL;
CREATE INDEX memories_newest ON {schema}.memories (scope, valid_from);
CREATE INDEX memories_speaker ON {schema}.memories (scope, speaker) WHERE speaker IS NOT NULL;
-- Open versions only: reading items costs the same however often they were put.
CREATE INDEX memories_item ON {schema}.memories (scope, namespace)
    WHERE tier = 'item' AND isempty(closed);
CREATE INDEX memories_key ON {schema}.memories (scope, tier, item_key)
    WHERE tier <> 'item' AND item_key IS NOT NULL;
CREATE INDEX memories_expiry ON {schema}.memories (expires_at) WHERE expires_at IS NOT NULL;

-- Further vectors of items whose index setting names several fields; NULL: to be made anew.
CREATE TABLE {schema}.item_vectors (
    scope text NOT NULL,
    memory_id uuid NOT NULL,
    ordinal integer NOT NULL,
    path text NOT NULL,
    embedding halfvec,
    PRIMARY KEY (scope, memory_id, ordinal),
    FOREIGN KEY (scope, memory_id) REFERENCES {schema}.memories (scope, id) ON DELETE CASCADE
);

CREATE TABLE {schema}.closings (
    scope text NOT NULL,
    memory_id uuid NOT NULL,
    number bigint NOT NULL,
    closed_at timestamptz NOT NULL,
    valid_to timestamptz NOT NULL,
    superseded_by uuid,
    reason text NOT NULL,
    PRIMARY KEY (scope, memory_id, number),
    FOREIGN KEY (scope, memory_id) REFERENCES {schema}.memories (scope, id) ON DELETE CASCADE
);

CREATE TABLE {schema}.evidence (
    scope text NOT NULL,
    memory_id uuid NOT NULL,
    evidence_key uuid NOT NULL,
    asserted int8multirange NOT NULL,
    role text NOT NULL,
    span text NOT NULL,
    confidence real NOT NULL DEFAULT 1,
    thread_id text,
    message_id text,
    said_at timestamptz,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (scope, memory_id, evidence_key),
    FOREIGN KEY (scope, memory_id) REFERENCES {schema}.memories (scope, id) ON DELETE CASCADE
);
CREATE INDEX evidence_message ON {schema}.evidence (scope, thread_id, message_id);

CREATE TABLE {schema}.links (
    scope text NOT NULL,
    source_id uuid NOT NULL,
    kind text NOT NULL
        CHECK (kind IN ('supersedes', 'derived_from', 'causes', 'depends_on', 'part_of')),
    target_id uuid NOT NULL,
    asserted int8multirange NOT NULL,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (scope, source_id, kind, target_id),
    FOREIGN KEY (scope, source_id) REFERENCES {schema}.memories (scope, id) ON DELETE CASCADE,
    FOREIGN KEY (scope, target_id) REFERENCES {schema}.memories (scope, id) ON DELETE CASCADE
);
CREATE INDEX links_target ON {schema}.links (scope, target_id, kind);

CREATE TABLE {schema}.entities (
    scope text NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    name text NOT NULL,
    normal_name text NOT NULL,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (scope, id),
    UNIQUE (scope, normal_name)
);

CREATE TABLE {schema}.mentions (
    scope text NOT NULL,
    entity_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    PRIMARY KEY (scope, entity_id, memory_id),
    FOREIGN KEY (scope, entity_id) REFERENCES {schema}.entities (scope, id) ON DELETE CASCADE,
    FOREIGN KEY (scope, memory_id) REFERENCES {schema}.memories (scope, id) ON DELETE CASCADE
);
CREATE INDEX mentions_memory ON {schema}.mentions (scope, memory_id);

-- Named relations between entities; visible as long as the memory that states them is.
CREATE TABLE {schema}.relations (
    scope text NOT NULL,
    source_id uuid NOT NULL,
    name text NOT NULL,
    target_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    PRIMARY KEY (scope, source_id, name, target_id, memory_id),
    FOREIGN KEY (scope, source_id) REFERENCES {schema}.entities (scope, id) ON DELETE CASCADE,
    FOREIGN KEY (scope, target_id) REFERENCES {schema}.entities (scope, id) ON DELETE CASCADE,
    FOREIGN KEY (scope, memory_id) REFERENCES {schema}.memories (scope, id) ON DELETE CASCADE
);
CREATE INDEX relations_target ON {schema}.relations (scope, target_id, name);
CREATE INDEX relations_memory ON {schema}.relations (scope, memory_id);

-- Use of memories, counted apart so that reading never rewrites a memory.
CREATE TABLE {schema}.access (
    scope text NOT NULL,
    memory_id uuid NOT NULL,
    access_count bigint NOT NULL DEFAULT 0,
    accessed_at timestamptz NOT NULL,
    PRIMARY KEY (scope, memory_id),
    FOREIGN KEY (scope, memory_id) REFERENCES {schema}.memories (scope, id) ON DELETE CASCADE
);

CREATE TABLE {schema}.audit (
    scope text NOT NULL,
    entry bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor text NOT NULL,
    action text NOT NULL,
    number bigint,
    detail jsonb NOT NULL DEFAULT '{{}}',
    PRIMARY KEY (scope, entry)
);

-- Every change of a memory is stamped, whichever path made it.
CREATE FUNCTION {schema}.stamp_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END
$$;
CREATE TRIGGER memories_stamp BEFORE UPDATE ON {schema}.memories
    FOR EACH ROW EXECUTE FUNCTION {schema}.stamp_update();

-- How often a lexeme occurs. ts_rank of one lexeme with all weights 1 is sum(1/i^2) / 1.64493…
-- over its occurrences, which inverts in closed form; 0 when it is absent. Holds for 0…255.
CREATE FUNCTION {schema}.term_frequency(lexemes tsvector, term tsquery) RETURNS float8
    IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
SELECT floor(0.6079271018540267::float8
             / (1 - ts_rank('{{1,1,1,1}}'::float4[], lexemes, term)::float8))
$$;

-- Where a score lies between the lowest and the highest, as 0 to 1; 0 when there is none.
CREATE FUNCTION {schema}.spread(score float8, low float8, high float8) RETURNS float8
    IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
SELECT coalesce((score - low) / nullif(high - low, 0), CASE WHEN score IS NULL THEN 0 ELSE 1 END)
$$;

-- A date or time in ISO 8601 form, in UTC unless it names an offset; NULL for any other text.
CREATE FUNCTION {schema}.iso_time(words text) RETURNS timestamptz
    STABLE LANGUAGE plpgsql AS $$
BEGIN
    IF words !~ '^\d{{4}}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{{1,9}})?)?(Z|[+-]\d\d(:?\d\d)?)?)?$' THEN
        RETURN NULL;
    END IF;
    IF words ~ '[T ].*(Z|[+-]\d\d(:?\d\d)?)$' THEN
        RETURN words::timestamptz;
    END IF;
    RETURN words::timestamp AT TIME ZONE 'UTC';
EXCEPTION WHEN data_exception THEN
    RETURN NULL;  -- the form is right but there is no such day or hour
END
$$;

-- True for an open interval whose fact has a later one that the reader knows of. A later one is
-- begun only after a closing, so intervals that nobody has closed need not be asked about.
CREATE FUNCTION {schema}.is_shadowed(
    p_scope text, p_tier text, p_fact uuid, p_interval integer, p_hidden int8multirange
) RETURNS boolean STABLE LANGUAGE sql AS $$
SELECT EXISTS (SELECT FROM {schema}.memories m
                WHERE m.scope = p_scope AND m.tier = p_tier AND m.dedupe_key = p_fact
                  AND m.interval_number > p_interval AND NOT (m.asserted <@ p_hidden))
$$;

-- The checkpoint tree of a run, or NULL for the live view (no thread, or a new epoch of its id);
-- -1 when it can't be told without the oldest checkpoint that is still held.
CREATE FUNCTION {schema}.own_tree(
    p_scope text, p_thread text, p_lineage int8multirange, p_root text, p_oldest text
) RETURNS bigint STABLE LANGUAGE sql AS $$
SELECT CASE WHEN p_thread IS NOT NULL THEN coalesce(
    (SELECT t.tree FROM {schema}.trees t
      WHERE t.scope = p_scope AND t.thread_id = p_thread
        AND p_lineage && int8range(t.tree << 32, (t.tree + 1) << 32)
      ORDER BY t.tree DESC LIMIT 1),
    (SELECT CASE
         WHEN t.last_root IS NULL OR t.last_root = p_root THEN t.tree
         WHEN p_oldest IS NULL THEN -1
         WHEN p_oldest <> '' AND p_oldest <= t.last_root THEN t.tree
     END
       FROM {schema}.trees t
      WHERE t.scope = p_scope AND t.thread_id = p_thread
      ORDER BY t.tree DESC LIMIT 1)
) END
$$;

-- All write numbers a reader must not see; see docs/visibility.md. With p_as_of, live and void
-- are taken as they were then, and every number committed later is hidden.
CREATE FUNCTION {schema}.hidden_writes(
    p_scope text, p_tree bigint, p_lineage int8multirange, p_as_of timestamptz
) RETURNS int8multirange STABLE LANGUAGE sql AS $$
WITH tree AS (
    SELECT t.tree, t.live, t.void, t.left_behind
      FROM {schema}.trees t
     WHERE t.scope = p_scope AND NOT t.plain AND p_as_of IS NULL
    UNION ALL
    SELECT t.tree, coalesce(b.live, '{{}}'), coalesce(b.void, '{{}}'),
           int8multirange(int8range((t.tree << 32) + 1, (t.tree << 32) + t.last_ordinal + 1))
               - coalesce(b.live, '{{}}')
      FROM {schema}.trees t
      LEFT JOIN LATERAL (
          SELECT l.live, l.void FROM {schema}.branch_log l
           WHERE l.scope = t.scope AND l.tree = t.tree AND l.logged_at <= p_as_of
           ORDER BY l.entry DESC LIMIT 1) b ON true
     WHERE t.scope = p_scope AND t.tree <> 0 AND p_as_of IS NOT NULL
), others AS (
    SELECT range_agg(left_behind) AS left_behind, range_agg(live) AS live
      FROM tree WHERE tree.tree IS DISTINCT FROM p_tree
), own AS (
    SELECT int8multirange(int8range((t.tree << 32) + 1, (t.tree << 32) + t.last_ordinal + 1)) AS all_of
      FROM {schema}.trees t WHERE t.scope = p_scope AND t.tree = p_tree AND t.tree <> 0
)
SELECT (coalesce(others.left_behind, '{{}}') + coalesce((SELECT all_of FROM own), '{{}}')
        - p_lineage - coalesce(others.live, '{{}}'))
     + coalesce((SELECT range_agg(void) FROM tree), '{{}}')
     + CASE WHEN p_as_of IS NULL THEN '{{}}'::int8multirange ELSE coalesce(
           (SELECT range_agg(int8range(w.number, w.number + 1)) FROM {schema}.writes w
             WHERE w.scope = p_scope AND w.committed_at > p_as_of), '{{}}') END
  FROM others
$$;
