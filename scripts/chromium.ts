import { existsSync, readFileSync } from 'node:fs'
import { attempt, bun } from './setup'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The path of a Chromium that starts, for the browser tests: the one that is there, else Debian's package where this
 * user may install it, else Playwright's download. Throws when none of them works.
 */
export async function findChromium(): Promise<string> {
  const there = await installed()
  if (there) return there
  if (await installPackage()) {
    const packaged = await installed()
    if (packaged) return packaged
  }
  await attempt([bun, 'node_modules/playwright/cli.js', 'install', 'chromium'])
  const downloaded = await installed()
  if (downloaded) return downloaded
  throw new Error('there is no Chromium, and it could not be installed; set CHROMIUM_PATH to one')
}

async function installed(): Promise<string | undefined> {
  const { chromium } = await import('playwright')
  const candidates = [process.env.CHROMIUM_PATH, ...names.map((name) => Bun.which(name)), chromium.executablePath()]
  return candidates.find((path) => path && starts(path)) as string | undefined
}

/** Ubuntu's `chromium-browser` may be a stub that only says where to get one. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false
  return Bun.spawnSync([path, '--version', '--no-sandbox'], { stdout: 'ignore', stderr: 'ignore' }).success
}

/** Debian's package; Ubuntu's is a snap, which does not work everywhere. False when it may not be installed. */
async function installPackage(): Promise<boolean> {
  if (!isDebian() || !Bun.which('apt-get')) return false
  const root = process.getuid?.() === 0
  if (!root && !(Bun.which('sudo') && Bun.spawnSync(['sudo', '-n', 'true']).success)) return false
  const apt = [...(root ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q']
  await attempt([...apt, 'update'])
  return (await attempt([...apt, 'install', '-y', '--no-install-recommends', 'chromium'])) === 0
}

function isDebian(): boolean {
  if (!existsSync('/etc/os-release')) return false
  return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
