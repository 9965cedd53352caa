import type { Connection } from '../connection/connection.ts'
import { foreignFile, newerSchema } from '../connection/unavailable.ts'

/**
 * Each step brings a file from the version of its index to the next. Steps are never edited once released.
 * Messages have their own rows, and sessions list them in runs of keys, so that no view ever copies one; prompts
 * likewise.
 * The key of a message identifies its conversation and its place in it, so an append touches as few pages as possible,
 * and searching in one conversation is a range. No index and no foreign key serves removing alone. The search index
 * keeps neither text nor places of words; it is filled later, in batches, up to the `indexed` of each conversation. The
 * number of originals in a conversation, and when it was last talked in, are kept with its tip, whose row an append
 * writes anyway.
 */
export const schemaSteps: readonly string[] = [
  `
  CREATE TABLE conversation (
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    title TEXT,
    channel TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    tip INTEGER,
    indexed INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    archived_at INTEGER
  );

  CREATE INDEX conversation_waiting ON conversation (key) WHERE waiting = 1;

  CREATE TABLE prompt (
    key INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
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
    originals INTEGER NOT NULL DEFAULT 0,
    said_at INTEGER,
    usage TEXT NOT NULL DEFAULT '{}'
  );
  CREATE INDEX session_by_conversation ON session (conversation);
  CREATE INDEX session_by_parent ON session (parent);
  CREATE INDEX session_by_prompt ON session (prompt);

  CREATE TABLE message (
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    session INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash TEXT NOT NULL,
    extra TEXT
  );

  CREATE TABLE run (
    session INTEGER NOT NULL REFERENCES session (key),
    seq INTEGER NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
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
    words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
  );
  `,
  // What came with each continuation, so that a receipt that is gone or was changed is noticed. Unknown in older rows.
  'ALTER TABLE session ADD COLUMN versions TEXT',
  // What comes for conversations and goes out of them. A lane counts its arrivals and knows the oldest that waits. What is
  // done has no body any more; it stays for a while, so that a repeat is recognized.
  `
  CREATE TABLE lane (
    conversation BLOB PRIMARY KEY,
    arrived INTEGER NOT NULL DEFAULT 0,
    handled INTEGER NOT NULL DEFAULT 0,
    oldest INTEGER,
    holder TEXT,
    until INTEGER,
    epoch INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX lane_waiting ON lane (oldest) WHERE arrived > handled;
  CREATE INDEX lane_held ON lane (holder) WHERE holder IS NOT NULL;

  CREATE TABLE arrival (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation BLOB NOT NULL,
    source TEXT NOT NULL UNIQUE,
    entry BLOB NOT NULL,
    body TEXT,
    at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    done_at INTEGER
  );
  CREATE INDEX arrival_waiting ON arrival (conversation, no) WHERE done_at IS NULL;

  CREATE TABLE piece (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    conversation BLOB NOT NULL,
    channel TEXT NOT NULL,
    thread TEXT NOT NULL,
    body TEXT,
    at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    unsure INTEGER NOT NULL DEFAULT 0,
    sent_as TEXT,
    reason TEXT,
    due_at INTEGER NOT NULL DEFAULT 0,
    holder TEXT,
    until INTEGER,
    done_at INTEGER
  );
  CREATE INDEX piece_waiting ON piece (channel, thread, no) WHERE done_at IS NULL;

  CREATE TABLE event (
    conversation BLOB NOT NULL,
    id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (conversation, id)
  ) WITHOUT ROWID;
  `,
]

/** Marks a file as ours: "PALI". */
const applicationId = 0x50414c49

/** Brings the file to the newest version, in one transaction; a second process finds it done. */
export function migrateFile(connection: Connection, steps: readonly string[] = schemaSteps): void {
  const { path } = connection
  if (versionOf(connection, path, steps) === steps.length) return
  connection.write(() => {
    for (const step of steps.slice(versionOf(connection, path, steps))) connection.exec(step)
    connection.exec(`PRAGMA user_version = ${steps.length}`)
    connection.exec(`PRAGMA application_id = ${applicationId}`)
  })
}

/** A database that another program made is left alone. Both looks are at one state: meanwhile others may begin the file. */
export function refuseForeignFile(connection: Connection, path: string): void {
  const { id, isEmpty } = connection.read(() => ({
    id: Number(connection.get('PRAGMA application_id')?.application_id),
    isEmpty: connection.get('SELECT 1 FROM sqlite_master LIMIT 1') === undefined,
  }))
  if (id !== applicationId && (id !== 0 || !isEmpty)) throw foreignFile(path)
}

/** Returns true when the file holds a store, rather than nothing yet. */
export function isStore(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM sqlite_master LIMIT 1') !== undefined
}

function versionOf(connection: Connection, path: string, steps: readonly string[]): number {
  const version = Number(connection.get('PRAGMA user_version')?.user_version)
  if (version > steps.length) throw newerSchema(path, version, steps.length)
  return version
}
