import type { Connection } from './connection.ts'
import { foreignFile, newerSchema } from './unavailable.ts'

/**
 * Each step brings a file from the version of its index to the next. Steps are never edited once released.
 * Messages are rows of their own, and sessions list them, so that no view ever copies one; prompts likewise.
 * An append touches as few pages as can be, for each is written anew: hence no index and no foreign key that only
 * removing would use. The search index keeps no text; its first word names the conversation, so that searching in one is
 * an intersection inside the index. It is filled in the order of keys, later and in batches, which is far cheaper.
 */
const steps: readonly string[] = [
  `
  CREATE TABLE conversation (
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    title TEXT,
    channel TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    tip INTEGER,
    originals INTEGER NOT NULL DEFAULT 0,
    archived_at INTEGER
  );

  CREATE TABLE prompt (
    key INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    text TEXT NOT NULL
  );

  CREATE TABLE session (
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    conversation INTEGER NOT NULL REFERENCES conversation (key),
    kind TEXT NOT NULL CHECK (kind IN ('root', 'continuation', 'branch', 'subagent')),
    parent INTEGER REFERENCES session (key),
    parent_id BLOB,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    end_reason TEXT CHECK (end_reason IN ('compression', 'undone', 'closed')),
    model TEXT,
    prompt INTEGER REFERENCES prompt (key),
    born_with INTEGER NOT NULL,
    next_seq INTEGER NOT NULL,
    usage TEXT NOT NULL DEFAULT '{}'
  );
  CREATE INDEX session_by_conversation ON session (conversation);
  CREATE INDEX session_by_parent ON session (parent);
  CREATE INDEX session_by_prompt ON session (prompt);

  CREATE TABLE message (
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    conversation INTEGER NOT NULL REFERENCES conversation (key),
    session INTEGER NOT NULL,
    place INTEGER,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL,
    usage TEXT,
    stands_for TEXT,
    origin TEXT
  );
  CREATE UNIQUE INDEX message_by_place ON message (conversation, place) WHERE place IS NOT NULL;

  CREATE TABLE entry (
    session INTEGER NOT NULL REFERENCES session (key),
    seq INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (session, seq)
  ) WITHOUT ROWID;

  CREATE TABLE version (
    key INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('receipt', 'ledger')),
    conversation INTEGER NOT NULL REFERENCES conversation (key),
    session INTEGER NOT NULL REFERENCES session (key),
    at INTEGER NOT NULL,
    value TEXT NOT NULL
  );
  CREATE INDEX version_by_conversation ON version (conversation, kind);
  CREATE INDEX version_by_session ON version (session);

  CREATE TABLE state (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, key)
  ) WITHOUT ROWID;

  CREATE TABLE lease (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE VIRTUAL TABLE search USING fts5 (
    terms, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'"
  );
  `,
]

/** Marks a file as ours: "PALI". */
const applicationId = 0x50414c49

/** Brings the file to the newest version, in one transaction; whoever comes second finds it done. */
export function migrate(connection: Connection, path: string): void {
  if (versionOf(connection, path) === steps.length) return
  connection.write(() => {
    for (const step of steps.slice(versionOf(connection, path))) connection.exec(step)
    connection.exec(`PRAGMA user_version = ${steps.length}`)
    connection.exec(`PRAGMA application_id = ${applicationId}`)
  })
}

/** A database that another program made is left alone. */
export function refuseForeign(connection: Connection, path: string): void {
  const id = Number(connection.get('PRAGMA application_id')?.application_id)
  if (id === applicationId) return
  if (id !== 0 || connection.get('SELECT 1 FROM sqlite_master LIMIT 1') !== undefined) throw foreignFile(path)
}

function versionOf(connection: Connection, path: string): number {
  const version = Number(connection.get('PRAGMA user_version')?.user_version)
  if (version > steps.length) throw newerSchema(path, version, steps.length)
  return version
}
