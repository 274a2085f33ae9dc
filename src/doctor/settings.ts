import { statSync } from 'node:fs'
import type { Config } from '../config'
import { type Finding, ok, warn } from './finding'

/** Variables that no version reads, such as BALCAO_DATADIR for BALCAO_DATA_DIR. */
export function checkVariables({ unknownVariables, environmentFile }: Config): Finding {
  if (unknownVariables.length > 0)
    return warn(`${unknownVariables.join(', ')} has no effect`, 'compare its name with docs/self-hosting.md')
  if (environmentFile === null) return ok('every variable that begins with BALCAO_ is known')
  if ((statSync(environmentFile).mode & 0o006) !== 0)
    return warn(`${environmentFile} can be read by every user of this machine`, `chmod 640 ${environmentFile}`)
  return ok(`every variable is known; read from ${environmentFile}`)
}
