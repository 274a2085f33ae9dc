import { expect, test } from 'bun:test'
import { createInstallation } from '../../installation'

test('the only process is listed with its figures to a super user, and cannot be drained', async () => {
  const { clientAs } = await createInstallation()
  const root = clientAs('root')
  const { data } = await root.nodes.get()
  expect(data).toMatchObject({
    isShared: false,
    nodes: [{ id: data?.here, state: 'serving', seenAt: null, sessions: 0, jobs: 0, aheadMs: null }],
  })
  const [node] = data?.nodes ?? []
  expect([node?.cores, node?.memoryBytes, node?.machineBytes].every((figure) => figure && figure > 0)).toBe(true)
  const drained = await root.nodes({ id: node?.id ?? '' }).put({ state: 'drained' })
  expect([drained.status, drained.error?.value]).toMatchObject([409, { error: 'ERR_LAST_NODE' }])
  expect((await root.audit.get({ query: {} })).data?.lines).toEqual([])
})
