import { Database as Sqlite } from 'bun:sqlite'
import { Statements } from './dialect'
import type { FromSideReader, ToSideReader } from './side-reader'
import { takePacket } from './side-reader-packets'

/**
 * Worker thread that runs long reads of the database (core/storage/sqlite/side-reader.ts). A separate entry point: see
 * build.ts.
 */
declare const self: Worker

let statements: Statements
/** Rows of the read under way that were not sent yet. */
let unsent: object[] = []

self.onmessage = ({ data }: MessageEvent<ToSideReader>) => {
  if (data.do === 'open') open(data.file)
  if (data.do === 'read') self.postMessage(read(data))
  if (data.do === 'more') self.postMessage(nextPacket())
  if (data.do === 'stop') stop()
}

function open(file: string) {
  const sqlite = new Sqlite(file)
  for (const pragma of ['busy_timeout = 5000', 'query_only = on', 'cache_size = -8000', 'temp_store = memory'])
    sqlite.run(`pragma ${pragma}`)
  statements = new Statements(sqlite)
}

function read({ text, values }: ToSideReader & { do: 'read' }): FromSideReader {
  try {
    unsent = statements.get(text).all(...(values as never[])) as object[]
    return nextPacket()
  } catch (error) {
    return { type: 'failed', message: String(error) }
  }
}

function nextPacket(): FromSideReader {
  const rows = takePacket(unsent)
  return { type: 'rows', rows, hasMore: unsent.length > 0 }
}

function stop() {
  statements.clear()
  statements.sqlite.close()
  self.postMessage({ type: 'stopped' } satisfies FromSideReader)
}
