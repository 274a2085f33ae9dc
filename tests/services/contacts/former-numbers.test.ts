import { expect } from 'bun:test'
import { up } from '../../../migrations/0084-number-aliases'
import { createInstallation } from '../../installation'
import { sqliteTest } from '../../postgres-databases'

sqliteTest(
  'the step of number aliases gives former numbers of Mexico, Argentina and Benin their present form',
  async () => {
    const installation = await createInstallation()
    const numbers = ['5215512345678', '541123456789', '22997123456', '5491123450000', '5215500000001', '525500000001']
    for (const number of numbers) await installation.insertContact('acme', { name: number, number })
    await installation.platform.transaction(async ({ db }) => {
      await db.schema.dropTable('number_aliases').execute()
      await up(db as never)
    })
    const rows = await installation.acme
      .select('contacts')
      .select(['number', 'name'])
      .where('isGroup', '=', 0)
      .execute()
    expect(rows.map(({ number }) => number).sort()).toEqual(
      [
        '525512345678',
        '5491123456789',
        '2290197123456',
        '5491123450000',
        '5215500000001',
        '525500000001',
      ].sort() as never,
    )
    expect(rows.filter(({ number, name }) => number !== name).map(({ number }) => number)).toEqual([])
  },
)
