/**
 * The schema, step by step; a step that was ever released is never edited. `@name` is a table of the store's schema.
 * Texts that people choose are kept as JSON: Postgres text can hold neither U+0000 nor half a surrogate pair.
 * `tip_seq` is where the tip may be appended to, null once it ended: with it, the row of the conversation alone
 * decides who may write, and its lock is the only one that writers wait for.
 * Messages name their conversation and session by id, without foreign keys: a dump may bring messages that another
 * conversation owns.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    'CREATE TABLE @version (version integer NOT NULL)',
    `CREATE TABLE @conversations (
      no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id text COLLATE "C" NOT NULL UNIQUE,
      scope integer NOT NULL,
      title text,
      channel text,
      created_at double precision NOT NULL,
      updated_at double precision NOT NULL,
      archived_at double precision,
      tip text COLLATE "C" NOT NULL,
      tip_seq integer,
      messages integer NOT NULL DEFAULT 0
    )`,
    'CREATE INDEX ON @conversations (updated_at DESC, no DESC)',
    `CREATE TABLE @sessions (
      no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id text COLLATE "C" NOT NULL UNIQUE,
      conversation text COLLATE "C" NOT NULL REFERENCES @conversations (id),
      kind text NOT NULL,
      parent text COLLATE "C",
      started_at double precision NOT NULL,
      ended_at double precision,
      end_reason text,
      model text,
      system text,
      born_with integer NOT NULL,
      next_seq integer NOT NULL,
      usage_input double precision,
      usage_output double precision,
      usage_cache_read double precision,
      usage_cache_write double precision,
      usage_reasoning double precision
    )`,
    'CREATE INDEX ON @sessions (conversation)',
    'CREATE INDEX ON @sessions (parent)',
    `CREATE UNIQUE INDEX one_continuation ON @sessions (parent)
      WHERE kind = 'continuation' AND end_reason IS DISTINCT FROM 'undone'`,
    `CREATE TABLE @messages (
      no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id text COLLATE "C" NOT NULL UNIQUE,
      conversation text COLLATE "C" NOT NULL,
      session text COLLATE "C" NOT NULL,
      place integer,
      at double precision NOT NULL,
      json text NOT NULL,
      hash text NOT NULL,
      usage text,
      stands_for text,
      terms integer[]
    )`,
    'CREATE UNIQUE INDEX ON @messages (conversation, place) INCLUDE (no)',
    'CREATE INDEX ON @messages USING gin (terms)',
    `CREATE TABLE @entries (
      session bigint NOT NULL REFERENCES @sessions (no),
      seq integer NOT NULL,
      message bigint NOT NULL REFERENCES @messages (no),
      PRIMARY KEY (session, seq) INCLUDE (message)
    )`,
    'CREATE UNIQUE INDEX ON @entries (message, session)',
    `CREATE TABLE @versions (
      no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      conversation text COLLATE "C" NOT NULL REFERENCES @conversations (id),
      kind text NOT NULL,
      session text COLLATE "C" NOT NULL,
      at double precision NOT NULL,
      value text NOT NULL
    )`,
    'CREATE INDEX ON @versions (conversation, kind, no)',
    `CREATE TABLE @state (
      scope text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      value text NOT NULL,
      PRIMARY KEY (scope, key)
    )`,
    `CREATE TABLE @leases (
      name text COLLATE "C" PRIMARY KEY,
      holder text NOT NULL,
      until double precision NOT NULL
    )`,
  ],
]
