import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../core/user-error'

export interface SystemUser {
  uid: number
  gid: number
}

const found = (root: string): SystemUser | null => {
  const file = join(root, 'etc/passwd')
  const [, uid, gid] = (existsSync(file) && /^balcao:[^:]*:(\d+):(\d+):/m.exec(readFileSync(file, 'utf8'))) || []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

/** The user `balcao` below a root directory; made if it is missing. @throws UserError when it cannot be made */
export function systemUser(root: string): SystemUser {
  const present = found(root)
  if (present) return present
  const prefix = root === '/' ? [] : ['--prefix', root]
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/var/lib/balcao']
  const command = ['useradd', ...prefix, ...options, '--shell', '/usr/sbin/nologin', 'balcao']
  const made = Bun.spawnSync(command, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  })
  const user = found(root)
  if (!user) throw new UserError(`the user balcao cannot be made: ${made.stderr.toString().trim() || made.exitCode}`)
  return user
}
