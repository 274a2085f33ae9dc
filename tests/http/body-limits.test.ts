import { expect, test } from 'bun:test'
import { bodyLimits } from '../../src/body-limits'
import { routeTable } from '../../src/core/http/route-table'
import { createInstallation } from '../installation'

test('every rule of bodyLimits decides for at least one route', async () => {
  const { app } = await createInstallation()
  const paths = routeTable(app).map(({ path }) => path.replace(/:\w+/g, '1'))
  const deciding = new Set(paths.map((path) => bodyLimits.rules.findIndex((rule) => rule.path.test(path))))
  expect(bodyLimits.rules.map((_, index) => index).filter((index) => !deciding.has(index))).toEqual([])
})
