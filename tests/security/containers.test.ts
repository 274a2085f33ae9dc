import { afterAll, beforeEach, expect, test } from 'bun:test'
import { log } from '../../src/core/log'
import { ParserPool } from '../../src/core/parsers/pool'
import type { CompanyId } from '../../src/core/storage/schema'
import { parserLimits } from '../../src/parsers'
import { recording } from '../sample-files'
import { daySeed as seed, sizeOf } from '../size'
import { containers, fuzzContainer } from './containers'

/** Files of each kind; bench/containers.ts damages more. `-t "damaged pdf"` chooses a kind. */
const perKind = sizeOf({ everyday: 12, full: 240 })

log.level = 'silent'
let pool: ParserPool
beforeEach(() => {
  pool ??= new ParserPool(new URL('../../src/parser-worker.ts', import.meta.url), parserLimits)
})
afterAll(() => pool.stop())

test.each(Object.keys(containers))(
  `a damaged %s file is parsed, refused or given up, and the next file is parsed (seed ${seed})`,
  async (kind) => {
    const { files, outcomes, findings } = await fuzzContainer(pool, kind, perKind, seed)
    expect(findings.slice(0, 3)).toEqual([])
    expect(files).toBe(perKind)
    expect(Object.values(outcomes).reduce((sum, n) => sum + n, 0)).toBe(perKind)
    const voice = await pool.run(1 as CompanyId, 'voice.read', { bytes: await recording('webm', 1) })
    expect(voice.seconds).toBeWithin(0.9, 1.1)
  },
)
