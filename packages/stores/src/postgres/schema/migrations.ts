/**
 * The schema, step by step; a step that was ever released is never edited. `@name` is a table of the store's schema.
 * Ids are packed to bytes. Texts that people choose are kept as JSON: Postgres text can hold neither U+0000 nor half a
 * surrogate pair. `tip_seq` is where the tip may be appended to, null once it ended: with it, the row of the
 * conversation alone decides who may write, and its lock is the only one that writers wait for.
 * An origin is a session in which messages were written, and the conversation of that session. Both may be elsewhere: a
 * dump may bring messages that another conversation owns. A session that is here has the number of its origin.
 * Columns that every append changes have room in their page and are in no index, so that the change touches nothing
 * else.
 * A list is kept as spans of messages with consecutive numbers, for that is how they are written. A loan records that a
 * conversation shows messages of another.
 * The search index is made of segments, each for some hundreds of messages: an index of single messages would be larger
 * than their texts. The first `indexed` originals of a conversation are in segments; the others are few, and searched by
 * reading.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    'CREATE TABLE @version (version integer NOT NULL)',
    `CREATE TABLE @conversations (
      no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id bytea NOT NULL UNIQUE,
      title text,
      channel text,
      created_at double precision NOT NULL,
      updated_at double precision NOT NULL,
      archived_at double precision,
      tip bytea NOT NULL,
      tip_seq integer,
      messages integer NOT NULL DEFAULT 0,
      indexed integer NOT NULL DEFAULT 0
    ) WITH (fillfactor = 70)`,
    `CREATE TABLE @origins (
      no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      session bytea NOT NULL UNIQUE,
      conversation bytea NOT NULL
    )`,
    'CREATE INDEX ON @origins (conversation)',
    `CREATE TABLE @sessions (
      no integer PRIMARY KEY REFERENCES @origins (no),
      id bytea NOT NULL UNIQUE,
      conversation bytea NOT NULL REFERENCES @conversations (id),
      kind text NOT NULL,
      parent bytea,
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
    ) WITH (fillfactor = 70)`,
    'CREATE INDEX ON @sessions (conversation)',
    'CREATE INDEX ON @sessions (parent)',
    `CREATE UNIQUE INDEX one_continuation ON @sessions (parent)
      WHERE kind = 'continuation' AND end_reason IS DISTINCT FROM 'undone'`,
    `CREATE TABLE @messages (
      no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at double precision NOT NULL,
      origin integer NOT NULL,
      place integer,
      id bytea NOT NULL UNIQUE,
      hash bytea NOT NULL,
      body bytea STORAGE EXTERNAL NOT NULL,
      usage text,
      stands_for bytea STORAGE EXTERNAL
    )`,
    'CREATE UNIQUE INDEX ON @messages (origin, place)',
    `CREATE TABLE @sheets (
      newest bigint PRIMARY KEY,
      keys integer[] STORAGE EXTERNAL NOT NULL,
      head bytea NOT NULL,
      bands bytea[] STORAGE EXTERNAL NOT NULL
    )`,
    'CREATE INDEX ON @sheets USING gin (keys) WITH (fastupdate = off)',
    `CREATE TABLE @spans (
      first bigint NOT NULL,
      session integer NOT NULL REFERENCES @sessions (no),
      seq integer NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (session, seq)
    ) WITH (fillfactor = 70)`,
    `CREATE TABLE @loans (
      lender bytea NOT NULL,
      borrower bytea NOT NULL REFERENCES @conversations (id),
      PRIMARY KEY (lender, borrower)
    )`,
    'CREATE INDEX ON @loans (borrower)',
    `CREATE TABLE @versions (
      no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      conversation bytea NOT NULL REFERENCES @conversations (id),
      kind text NOT NULL,
      session bytea NOT NULL,
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
  // What comes for conversations and goes out of them. The counters of a lane are in its own row: whoever waited for
  // that row sees them as they are, but would look for arrivals as of a moment before. `oldest` only orders lanes. Renewing
  // a lane touches no index, and has room in the page. What is done has no body any more, and stays to recognize repeats.
  [
    `CREATE TABLE @lanes (
      conversation bytea PRIMARY KEY,
      arrived integer NOT NULL DEFAULT 0,
      handled integer NOT NULL DEFAULT 0,
      oldest bigint,
      holder text COLLATE "C",
      until timestamptz,
      epoch bigint NOT NULL
    ) WITH (fillfactor = 50)`,
    'CREATE INDEX ON @lanes (oldest) WHERE arrived > handled',
    'CREATE INDEX ON @lanes (holder) WHERE holder IS NOT NULL',
    `CREATE TABLE @arrivals (
      no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      conversation bytea NOT NULL,
      source text COLLATE "C" NOT NULL UNIQUE,
      entry bytea NOT NULL,
      body text,
      at double precision NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      done_at timestamptz
    )`,
    'CREATE INDEX ON @arrivals (conversation, no) WHERE done_at IS NULL',
    `CREATE TABLE @pieces (
      no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key text COLLATE "C" NOT NULL UNIQUE,
      conversation bytea NOT NULL,
      channel text COLLATE "C" NOT NULL,
      thread text COLLATE "C" NOT NULL,
      body text,
      at double precision NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      unsure boolean NOT NULL DEFAULT false,
      sent_as text,
      reason text,
      due_at timestamptz,
      holder text,
      until timestamptz,
      done_at timestamptz
    )`,
    'CREATE INDEX ON @pieces (channel, thread, no) WHERE done_at IS NULL',
    `CREATE TABLE @eventlogs (
      conversation bytea PRIMARY KEY,
      last integer NOT NULL
    ) WITH (fillfactor = 50)`,
    `CREATE TABLE @events (
      conversation bytea NOT NULL,
      id integer NOT NULL,
      at double precision NOT NULL,
      event text NOT NULL,
      PRIMARY KEY (conversation, id)
    )`,
  ],
]
