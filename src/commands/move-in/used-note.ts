import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { writeDurableFileBlocking } from '../../core/storage/durable-file'
import { UserError } from '../../core/user-error'
import { parseJson } from '../../shared/json'

/** Name of the file of a move until its old installation is marked; such a file is not moved in. */
export const partOf = (file: string) => `${file}.part`

/** Note beside the file of a move: it is used once, because the same session on two machines gets a number banned. */
export interface UsedNote {
  directory: string
  host: string
  /** UTC ISO. */
  at: string
  /** False until the data is in place: the same directory may go on then. */
  isDone: boolean
}

const noteOf = (file: string) => `${file}.used`

/** The note beside a file; null for one that was not used. @throws UserError for a note that cannot be read */
export function readUsedNote(file: string): UsedNote | null {
  if (!existsSync(noteOf(file))) return null
  try {
    return parseJson<UsedNote>(readFileSync(noteOf(file), 'utf8'))
  } catch {
    throw new UserError(`${noteOf(file)} cannot be read; it says where the file was moved in`)
  }
}

/** Writes the note. @throws UserError when the folder of the file cannot be written */
export function writeUsedNote(file: string, directory: string, isDone: boolean) {
  const note: UsedNote = { directory, host: hostname(), at: new Date().toISOString(), isDone }
  try {
    writeDurableFileBlocking(noteOf(file), `${JSON.stringify(note)}\n`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UserError(
      `${noteOf(file)} cannot be written (${code}), which prevents a second use; copy the file to a folder that can be written`,
    )
  }
}

/** @throws UserError for a file that was moved in, except by an interrupted move into the same directory */
export function assertFirstUse(file: string, directory: string) {
  const note = readUsedNote(file)
  if (!note) return
  if (!note.isDone && note.directory === directory && note.host === hostname()) return
  throw new UserError(
    `the file was moved in to ${note.directory} of ${note.host} on ${note.at.slice(0, 10)}; the same numbers in two places get banned. If nothing is served there, and never was: add --again`,
  )
}
