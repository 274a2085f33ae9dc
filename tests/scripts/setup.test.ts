import { expect, test } from 'bun:test'
import { join } from 'node:path'

const setup = join(import.meta.dir, '..', '..', 'scripts', 'setup.ts')

test('a command whose output must not stand in a table writes to stderr', () => {
  const script = `const { attempt } = await import(${JSON.stringify(setup)})
    await attempt(['echo', 'row of the table'])
    await attempt(['echo', 'package installed'], {}, process.stderr.fd)`
  const { stdout, stderr } = Bun.spawnSync([process.execPath, '-e', script])
  expect([`${stdout}`, `${stderr}`]).toEqual(['row of the table\n', 'package installed\n'])
})
