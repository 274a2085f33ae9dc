import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Style sheets in the order of the cascade. */
const styles = ['base', 'controls', 'side', 'phone', 'bubbles', 'menus']

/**
 * Macro that runs when its caller is bundled or loaded, so that the executable contains the page's script and style as
 * text. The bundler runs as a child process, because it cannot be called from inside itself.
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
