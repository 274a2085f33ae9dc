import { join } from 'node:path'
import { UserError } from '../../core/user-error'

/** Executable of the Debian package, which is installed where it is. */
export const packaged = '/usr/bin/balcao'

/** Places of an installation by executable `own`, below the root directory of a machine or of an image that is built. */
export function layoutIn(root: string, own = process.execPath) {
  const started = own === packaged ? packaged : '/usr/local/bin/balcao'
  return {
    /** Path of the executable on the machine itself. */
    started,
    executable: join(root, started),
    configuration: join(root, 'etc/balcao'),
    environment: join(root, 'etc/balcao/balcao.env'),
    home: join(root, 'var/lib/balcao'),
    data: join(root, 'var/lib/balcao/data'),
    service: join(root, 'etc/systemd/system/balcao.service'),
    failed: join(root, 'etc/systemd/system/balcao-failed.service'),
  }
}
export type Layout = ReturnType<typeof layoutIn>

/** @throws UserError for another user than root, before a file is touched */
export function assertRoot(command: string) {
  if (process.getuid?.() !== 0)
    throw new UserError(`${command} makes a user and files of the system; run it as root: sudo balcao ${command}`)
}
