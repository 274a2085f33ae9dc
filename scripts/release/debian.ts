import { chmodSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Debian's name of an architecture, by target of the build. */
export const debianArchitectures: Record<string, string> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' }

interface DebianParts {
  folder: string
  version: string
  architecture: string
  executable: string
  licence: string
}

/** Restarts a running service after an upgrade; a first installation is completed by `balcao install`. */
const afterwards = `#!/bin/sh
set -e
if [ "$1" = configure ] && [ -d /run/systemd/system ] && systemctl is-active --quiet balcao; then
  systemctl restart balcao
fi
[ -n "$2" ] || echo 'Next: sudo balcao install'
`

/** Writes `balcao_VERSION_ARCHITECTURE.deb` with the executable as /usr/bin/balcao. @throws Error without dpkg-deb */
export function packDebian({ folder, version, architecture, executable, licence }: DebianParts) {
  const work = mkdtempSync(join(tmpdir(), 'balcao-deb-'))
  try {
    place(work, 'usr/bin/balcao', 0o755, (path) => linkOrCopy(executable, path))
    place(work, 'usr/share/doc/balcao/copyright', 0o644, (path) => copyFileSync(licence, path))
    place(work, 'DEBIAN/control', 0o644, (path) => writeFileSync(path, controlOf(version, architecture)))
    place(work, 'DEBIAN/postinst', 0o755, (path) => writeFileSync(path, afterwards))
    chmodSync(work, 0o755)
    const file = join(folder, `balcao_${version}_${architecture}.deb`)
    const packed = Bun.spawnSync(['dpkg-deb', '--root-owner-group', '-Zgzip', '-z6', '--build', work, file])
    if (packed.exitCode !== 0) throw new Error(`dpkg-deb failed: ${packed.stderr}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function place(root: string, path: string, mode: number, write: (path: string) => void) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  write(file)
  chmodSync(file, mode)
}

function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // /tmp may be another file system
  }
}

const controlOf = (version: string, architecture: string) => `Package: balcao
Version: ${version}
Architecture: ${architecture}
Maintainer: Balcão maintainers <maintainers@balcao.example>
Depends: libc6 (>= 2.17)
Section: net
Priority: optional
Description: Customer service over WhatsApp, self-hosted
 One executable with server, interface and demonstration.
 After the installation run: sudo balcao install
`
