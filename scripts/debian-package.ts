import { existsSync, readFileSync } from 'node:fs'
import { attempt } from './setup'

/** Installs a package of Debian where this user may, with its output on stderr; does nothing elsewhere. */
export async function installDebianPackage(name: string) {
  const prefix = rootPrefix()
  if (!prefix || !isDebian() || !Bun.which('apt-get')) return
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q']
  for (const work of [['update'], ['install', '-y', '--no-install-recommends', name]])
    await attempt([...apt, ...work], {}, process.stderr.fd)
}

/** Prefix of commands that need root: none for root, else `sudo -n`; null when sudo would ask for a password. */
export function rootPrefix(): string[] | null {
  if (process.getuid?.() === 0) return []
  const maySudo = Bun.which('sudo') && Bun.spawnSync(['sudo', '-n', 'true'], { stderr: 'ignore' }).success
  return maySudo ? ['sudo', '-n'] : null
}

function isDebian(): boolean {
  if (!existsSync('/etc/os-release')) return false
  return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
