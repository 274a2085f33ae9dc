import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { syncDirectoryBlocking } from '../../core/storage/durable-file'
import { lockDirectory } from '../../core/storage/lock'
import { type MoveMark, readMark, removeMark } from '../../core/storage/move/mark'
import { UserError } from '../../core/user-error'
import { printLine } from '../command'
import { partOf, readUsedNote } from '../move-in/used-note'
import { openFile } from '../open-database'

/**
 * Removes the mark of an installation that was moved out; its file is deleted first. Returns the exit code.
 * @throws UserError for a file with a note of its use, and without the typed word
 */
export async function takeBack(directory: string): Promise<number> {
  const unlock = lockDirectory(directory)
  const database = openFile(directory)
  try {
    const mark = await readMark(database.read)
    if (mark?.state !== 'out') throw new UserError(`${directory} was not moved out; there is nothing to take back`)
    assertUnused(mark)
    await confirm(mark)
    const hadFile = removeFiles(mark.place)
    await database.write(removeMark)
    printLine(`${directory} can be served again; its numbers stay linked.`)
    printLine(
      hadFile ? `${mark.place} was deleted. Delete every copy of it, too.` : `Delete every copy of ${mark.place}.`,
    )
    return 0
  } finally {
    await database.close()
    unlock()
  }
}

const word = 'nowhere'

/** Asks at the terminal, or reads a line of the input: a copy of the file that was moved in cannot be seen from here. */
async function confirm({ place }: MoveMark) {
  printLine(`Was ${place}, or a copy of it, moved in on any machine? Numbers that are served in two places get banned.`)
  printLine(`Type ${word} if it was moved in nowhere:`)
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) {
      if (line.trim().toLowerCase() === word) return
      break
    }
  } finally {
    lines.close()
  }
  throw new UserError(
    `not confirmed; nothing was changed. A script gives the line: echo ${word} | balcao move-out --take-back`,
  )
}

function assertUnused({ place }: MoveMark) {
  const note = readUsedNote(place)
  if (!note) return
  throw new UserError(
    `the file was moved in to ${note.directory} of ${note.host} on ${note.at.slice(0, 10)}; come back with today's data by balcao move-out there and balcao move-in --replace here`,
  )
}

/** Returns true if there was a file. */
function removeFiles(place: string): boolean {
  const present = [place, partOf(place)].filter((path) => existsSync(path))
  for (const path of present) rmSync(path)
  if (present.length > 0) syncDirectoryBlocking(dirname(place))
  return present.length > 0
}
