import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Scope } from '../../../src/core/scope'
import { importFlow } from '../../../src/features/automation/flows/files/import-flow'
import { AppError } from '../../../src/shared/errors'
import type { Fault } from '../../../src/shared/flow/fault'
import { graphOf } from '../../../src/shared/flow/graph'
import { newRun } from '../../../src/shared/flow/run'
import { step } from '../../../src/shared/flow/step'
import { createCompanyWithFlow, definitionOf, exported, stateOf } from '../../flow-file-company'
import { bodyOf, edge, node, typebotFile, whaticketFile } from '../../flow-files'
import { sizeOf } from '../../size'

/** Fault of a refused import, as text; other errors are thrown. */
async function faultOf(scope: Scope, file: unknown): Promise<string | null> {
  try {
    await importFlow(scope, bodyOf(file))
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_FLOW_FILE') throw error
    const { reason, place } = error.detail.fault as Fault
    return `${reason} ${place}`
  }
}

describe('a spoilt file is refused whole, with its first fault:', async () => {
  const { ana, flow } = await createCompanyWithFlow()
  const text = await exported(ana, flow.id)
  // biome-ignore lint/suspicious/noExplicitAny: the tests change any field
  type File = any
  const edit = (change: (file: File) => unknown) => (file: File) => {
    change(file)
    return file
  }
  const setNodes = (value: unknown) => edit(({ flow }) => Object.assign(flow, { nodes: value }))
  const faults: [string, (file: File) => unknown, string][] = [
    ['of a newer format', (file) => ({ ...file, format: 2 }), 'newer format'],
    ['without a flow', ({ flow: _, ...file }) => file, 'noStart flow.nodes'],
    ['with a node id twice', edit(({ flow }) => flow.nodes.push(flow.nodes[1])), 'duplicateId flow.nodes.17.id'],
    ['with a node far away', edit(({ flow }) => (flow.nodes[1].position.x = 1e9)), 'data flow.nodes.1.position.x'],
    [
      'with an edge to nowhere',
      edit(({ flow }) => (flow.connections[0].target = 'x')),
      'unknownNode flow.connections.0.target',
    ],
    ['with a list as a text', edit(({ flow }) => (flow.nodes[1].data.label = [])), 'data flow.nodes.1.data.label'],
    ['with a text as nodes', setNodes('x'), 'data flow.nodes'],
    ['with 201 nodes', setNodes(Array(201).fill(node('a', 'message'))), 'tooManyNodes flow.nodes'],
    ['with a megabyte of text', setNodes(longNodes()), 'tooLarge flow'],
    ['whose file has other bytes', edit(({ media }) => (media[0].data = media[1].data)), 'media media.0.sha256'],
    ['whose file is no base64', edit(({ media }) => (media[0].data = '%%%')), 'media media.0.data'],
    [
      'whose picture is a sound',
      edit(({ flow, media }) => (flow.nodes[4].data.url = media[1].id)),
      'media media.1.mime',
    ],
    ['whose file claims another type', edit(({ media }) => (media[1].mime = 'image/png')), 'media media.1.mime'],
    ['with a file twice', edit(({ media }) => media.push(media[0])), 'duplicateId media'],
    ['with a queue of no number', edit(({ queues }) => (queues[0].id = 'x')), 'data queues.0.id'],
    ['of another product', () => ({ a: 1 }), 'format '],
    ['that is a list', () => [], 'format '],
    ['that breaks off', (file) => JSON.stringify(file, null, 1).slice(0, 20), 'json 2:19'],
    ['of two values', () => '{}\n{}', 'json 2:1'],
    ['with a comma too many', () => '{"nodes": [1, ]}', 'json 1:15'],
    ['with a wrong escape', () => '{"a": "\\x"}', 'json 1:8'],
    ['that is nested 100 deep', () => '['.repeat(200), 'json '],
    ['that is no UTF-8', () => new Uint8Array([0x7b, 0xff]), 'json '],
    ['of a million values', () => `[${'[],'.repeat(1_000_000)}1]`, 'tooLarge '],
    ['of no bytes', () => '', 'json 1:1'],
    [
      'of the Whaticket family with an edge to nowhere',
      () => ({ ...whaticketFile(), connections: [edge('1', 'x')] }),
      'unknownNode connections.0.target',
    ],
    [
      'of the Whaticket family inside of `flow`, without a start',
      () => ({ flow: { nodes: [node('a', 'message')], connections: [] } }),
      'noStart flow.nodes',
    ],
    ['of Typebot without a start', () => ({ ...typebotFile(), events: [] }), 'noStart events'],
    [
      'of Typebot with an edge to no group',
      () => edit(({ edges }) => (edges[2].to.groupId = 'x'))(typebotFile()),
      'unknownNode edges.2.to.groupId',
    ],
    [
      'of Typebot with a block twice',
      () => edit(({ groups }) => (groups[1].blocks[0].id = 'b1'))(typebotFile()),
      'duplicateId groups.1.blocks.0.id',
    ],
    [
      'of Typebot with a text as options',
      () => edit(({ groups }) => (groups[0].blocks[3].options = 'x'))(typebotFile()),
      'data groups.0.blocks.3.options',
    ],
    [
      'of Typebot with 201 nodes',
      () => edit(({ groups }) => (groups[0].blocks = manyBlocks()))({ ...typebotFile(), edges: [] }),
      'tooManyNodes groups',
    ],
  ]

  test.each(faults)('%s', async (_, change, fault) => {
    const before = await stateOf(ana)
    expect(await faultOf(ana, change(JSON.parse(text)))).toBe(fault)
    expect(await stateOf(ana)).toEqual(before)
  })
})

const longNodes = () => [
  node('1', 'start'),
  ...Array.from({ length: 70 }, (_, at) => node(`n${at}`, 'message', { label: 'x'.repeat(16_000) })),
]
const manyBlocks = () =>
  Array.from({ length: 200 }, (_, at) => ({ id: `many${at}`, type: 'number input', options: {} }))

const oddValues = [null, true, -1, 1e308, '', 'x', '{{', '__proto__', [], [[]], {}, { id: 1 }]

/** Changes one random place of a file: another value, a field less, a member twice. */
function mutate(file: unknown, path: number[], odd: unknown, way: number): unknown {
  const copy = structuredClone(file)
  let holder = copy as Record<string, unknown>
  for (const choice of path) {
    const keys = Object.keys(holder)
    const key = keys[choice % keys.length]
    if (key === undefined) return copy
    const inner = holder[key]
    const isLast = typeof inner !== 'object' || inner === null || choice % 5 === 0
    if (isLast) {
      changeField(holder, key, odd, way)
      return copy
    }
    holder = inner as Record<string, unknown>
  }
  return copy
}

function changeField(holder: Record<string, unknown>, key: string, odd: unknown, way: number) {
  if (way === 0) delete holder[key]
  else if (way === 1 && Array.isArray(holder)) holder.push(holder[key])
  else holder[key] = odd
}

test('a file with any change is refused and changes nothing, or makes a draft that can be read and run', async () => {
  const { ana, flow } = await createCompanyWithFlow()
  const files = [JSON.parse(await exported(ana, flow.id)), whaticketFile(), typebotFile()]
  const outcomes = { refused: 0, imported: 0 }
  const runs = sizeOf({ everyday: 120, full: 400 })
  const mutation = [
    fc.array(fc.nat(1000), { minLength: 1, maxLength: 9 }),
    fc.constantFrom(...oddValues),
    fc.nat(3),
  ] as const
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), ...mutation, async (file, path, odd, way) => {
      const before = await stateOf(ana)
      const changed = mutate(file, path, odd, way)
      const thrown = await importFlow(ana, bodyOf(changed)).catch((error) => error)
      if (thrown instanceof AppError) {
        expect([thrown.code, typeof (thrown.detail.fault as Fault).place]).toEqual(['ERR_FLOW_FILE', 'string'])
        expect(await stateOf(ana)).toEqual(before)
        outcomes.refused++
        return
      }
      const definition = await definitionOf(ana, thrown.flow.id)
      const world = { values: {}, random: () => 0, invalidOption: '', stopWords: [] }
      expect(step(graphOf(definition), newRun(), { kind: 'start' }, world).run.nodeId).not.toBeUndefined()
      expect(thrown.flow).toMatchObject({ version: null })
      outcomes.imported++
    }),
    { numRuns: runs },
  )
  expect(Math.min(outcomes.refused, outcomes.imported)).toBeGreaterThan(runs / 16)
})

test('a file with any byte damaged never fails otherwise than with a fault', async () => {
  const { ana, flow } = await createCompanyWithFlow()
  const valid = Buffer.from(await exported(ana, flow.id))
  await fc.assert(
    fc.asyncProperty(fc.nat(valid.length - 1), fc.nat(255), async (at, byte) => {
      const damaged = new Uint8Array(valid)
      damaged[at] = byte
      const before = await stateOf(ana)
      if ((await faultOf(ana, damaged)) !== null) expect(await stateOf(ana)).toEqual(before)
    }),
    { numRuns: sizeOf({ everyday: 60, full: 200 }) },
  )
})
