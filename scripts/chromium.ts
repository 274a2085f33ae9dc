import { existsSync } from 'node:fs'
import { installDebianPackage, rootPrefix } from './debian-package'
import { attempt, bun } from './setup'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Returns the path of a Chromium that starts, for the browser tests: an installed one, else Debian's package, else
 * Playwright's download with its system libraries, as far as this user may install packages.
 * @throws Error that says what to install when none of them works
 */
export async function findChromium(): Promise<string> {
  const there = await installed()
  if (there) return there
  for (const provide of [installPackage, download]) {
    await provide()
    const found = await installed()
    if (found) return found
  }
  throw new Error(
    'no Chromium starts here, and this user may not install what it needs: as root, run `apt-get install chromium` ' +
      '(Debian) or `npx playwright install --with-deps chromium` (Ubuntu and others), or set CHROMIUM_PATH to one',
  )
}

async function installed(): Promise<string | undefined> {
  const { chromium } = await import('playwright')
  const candidates = [process.env.CHROMIUM_PATH, ...names.map((name) => Bun.which(name)), chromium.executablePath()]
  return candidates.find((path) => path && starts(path)) as string | undefined
}

/** True if the program runs: Ubuntu's `chromium-browser` may be a stub that only prints where to get one. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false
  return Bun.spawnSync([path, '--version', '--no-sandbox'], { stdout: 'ignore', stderr: 'ignore' }).success
}

/** Ubuntu's package is a snap, which does not work everywhere. */
const installPackage = () => installDebianPackage('chromium')

/**
 * Downloads Playwright's Chromium, with the system libraries if this user may install them and Playwright supports the
 * system.
 */
async function download() {
  const install = [bun, 'node_modules/playwright/cli.js', 'install']
  if (rootPrefix() && (await attempt([...install, '--with-deps', 'chromium'])) === 0) return
  await attempt([...install, 'chromium'])
}
