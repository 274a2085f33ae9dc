import { log } from '../core/log'
import { printLine, type Run } from './command'
import { lockPlaces } from './move/lock-places'
import { moveDatabase } from './move/move-database'
import { moveMedia } from './move/move-media'
import { openSource } from './move/open-source'
import { readRequest } from './move/read-request'

/**
 * `balcao move --to ADDRESS [--media ADDRESS]`: copies the database to a server, or from it to a data directory, and the
 * files to another place, while the server is stopped. The same command continues a move that was interrupted. The
 * source stays as it was, and is marked at the end, so that it is not served any more (docs/adr/0127).
 */
export const run: Run = async ({ env, values = new Map() }) => {
  const request = readRequest(env, values)
  const { logLevel } = request.config
  log.level = logLevel === 'info' ? 'warn' : logLevel
  const unlock = lockPlaces(request)
  try {
    const source = await openSource(request.config)
    try {
      if (request.to) await moveDatabase(source, request.to, request)
      else await moveMedia(source.end.handle, request)
      for (const line of nextSteps(request)) printLine(line)
      return 0
    } finally {
      await source.close()
    }
  } finally {
    unlock()
  }
}

/** Variables to change before the next start. */
function nextSteps({ to, media, config }: ReturnType<typeof readRequest>): string[] {
  const steps: string[] = []
  if (to && 'address' in to) steps.push('set BALCAO_DATABASE_URL to that address')
  if (to && 'directory' in to) steps.push('remove BALCAO_DATABASE_URL')
  if (to && 'directory' in to && to.directory !== config.dataDir) steps.push(`set BALCAO_DATA_DIR=${to.directory}`)
  if (media) steps.push('set BALCAO_MEDIA_URL (unset for the folder media of the data directory)')
  return [`Before the next start: ${steps.join('; ')}.`]
}
