import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the order of the cascade. */
const styles = ['base', 'controls', 'side', 'phone', 'bubbles', 'menus']

/**
 * A macro: runs when the module that calls it is bundled or loaded, so that the page's script and style are plain text
 * inside the executable. It asks the bundler as a process, which cannot be called from within itself.
 */
export function bundlePage(): { script: string; style: string } {
  const entry = join(import.meta.dir, 'main.tsx')
  const define = 'process.env.NODE_ENV="production"'
  const { stdout, stderr, exitCode } = Bun.spawnSync(
    [process.execPath, 'build', entry, '--target=browser', '--minify', '--define', define],
    { env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (exitCode !== 0) throw new Error(stderr.toString())
  return {
    script: stdout.toString(),
    style: styles.map((name) => readFileSync(join(import.meta.dir, 'style', `${name}.css`), 'utf8')).join('\n'),
  }
}
