import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BadConfig } from '../../src/bad-config'
import { environmentText } from '../../src/commands/install/environment-text'
import { layoutIn, packaged } from '../../src/commands/install/layout'
import { failedUnit, serviceUnit, serviceUnitOf } from '../../src/commands/install/units'

const directory = mkdtempSync(join(tmpdir(), 'balcao-units-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const document = readFileSync('docs/self-hosting.md', 'utf8')

test('the units that balcao install writes are those that the document shows', () => {
  expect([...document.matchAll(/```ini\n([\s\S]*?)```/g)].map(([, text]) => text)).toEqual([serviceUnit, failedUnit])
})

test('the variables that balcao install writes are those that the document shows', () => {
  const [, shown] = /`\/etc\/balcao\/balcao\.env`[^\n]*\n\n```sh\n([\s\S]*?)```/.exec(document) ?? []
  expect(environmentText({ address: 'https://atendimento.example', mail: '' })).toBe(shown ?? '')
})

test('an address with a port of its own is answered by the server, another one by a proxy', () => {
  expect(environmentText({ address: 'http://192.0.2.7:3000', mail: 'smtp://mail.example' })).toBe(
    'BALCAO_DATA_DIR=/var/lib/balcao/data\nBALCAO_HOST=0.0.0.0\nBALCAO_PORT=3000\nBALCAO_PUBLIC_URL=http://192.0.2.7:3000\nBALCAO_SMTP_URL=smtp://mail.example\n',
  )
  expect(environmentText({ address: 'http://atendimento.example', mail: '' })).toContain('BALCAO_HOST=127.0.0.1\n')
  expect(() => environmentText({ address: 'atendimento.example', mail: '' })).toThrow(/BALCAO_PUBLIC_URL/)
})

test('an answer with a line break is refused, because it would add a variable', () => {
  const address = 'https://atendimento.example'
  for (const end of ['\nBALCAO_SECRET=chosen', '\r\n', '\t'])
    for (const answers of [
      { address: address + end, mail: '' },
      { address, mail: `smtp://mail.example${end}` },
    ])
      expect(() => environmentText(answers)).toThrow(BadConfig)
})

test('the executable of a package is started as /usr/bin/balcao, also in an image', () => {
  const [ofPackage, other] = [layoutIn('/image', packaged), layoutIn('/image', '/tmp/balcao')]
  expect([ofPackage.executable, other.executable]).toEqual(['/image/usr/bin/balcao', '/image/usr/local/bin/balcao'])
  expect(serviceUnitOf(ofPackage.started)).toContain('\nExecStart=/usr/bin/balcao serve\n')
  expect(serviceUnitOf(other.started)).toBe(serviceUnit)
})

// Debian and Ubuntu have it with systemd.
test.skipIf(Bun.which('systemd-analyze') === null)('systemd finds no fault in the units', () => {
  writeFileSync(join(directory, 'balcao.service'), serviceUnit.replace('/usr/local/bin/balcao', '/bin/true'))
  writeFileSync(join(directory, 'balcao-failed.service'), failedUnit)
  const verified = Bun.spawnSync(['systemd-analyze', 'verify', join(directory, 'balcao.service')])
  // Faults of other units of the machine are told, too.
  const faults = verified.stderr
    .toString()
    .split('\n')
    .filter((line) => line.includes('balcao'))
  expect([verified.exitCode, faults]).toEqual([0, []])
})
