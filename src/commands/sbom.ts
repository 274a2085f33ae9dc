import { UserError } from '../core/user-error'
import { sbom } from '../sbom'
import { printLine, type Run } from './command'

/** `balcao --sbom`: prints the bill of materials of this executable. @throws UserError from sources */
export const run: Run = async () => {
  if (sbom === null)
    throw new UserError('only an executable contains its bill of materials; make one with bun build.ts')
  printLine(sbom)
  return 0
}
