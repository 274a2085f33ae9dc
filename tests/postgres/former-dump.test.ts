import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { findPostgres } from '../../scripts/postgres'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { type DumpRow, readDump } from '../../src/features/provider/former-system/dump'
import { ofCompanies, type Tables } from '../former-system/dump'
import { addressOf, createDatabase } from '../postgres-server'

const folder = mkdtempSync(join(tmpdir(), 'balcao-former-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Rows = Tables[string]
const typeOf = (column: string, rows: Rows) => {
  if (rows.some((row) => typeof row[column] === 'boolean')) return 'boolean'
  if (/At$/.test(column)) return 'timestamp with time zone'
  return rows.every((row) => row[column] === null || typeof row[column] === 'number') ? 'integer' : 'text'
}

async function store(sql: SQL, table: string, rows: Rows) {
  const columns = Object.keys(rows[0] ?? {})
  const listed = columns.map((column) => `"${column}"`).join(', ')
  await sql.unsafe(
    `create table "${table}" (${columns.map((column) => `"${column}" ${typeOf(column, rows)}`).join(', ')})`,
  )
  for (const row of rows)
    await sql.unsafe(
      `insert into "${table}" (${listed}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      columns.map((column) => row[column] ?? null),
    )
}

test('a dump that pg_dump makes of a database gives its rows back', async () => {
  const address = await addressOf(await createDatabase())
  const sql = new SQL({ ...clientOptions(address), max: 1 } as never)
  const tables = {
    ...ofCompanies(),
    Texts: ['tab\t', 'line\r\n', '\\N', '\\.', 'ação 👩‍👩‍👧', '', '\b\f\v'].map((text) => ({ text })),
  }
  try {
    await sql.unsafe("set time zone 'America/Sao_Paulo'")
    for (const [table, rows] of Object.entries(tables)) await store(sql, table, rows)
  } finally {
    await sql.close({ timeout: 0 })
  }
  const file = join(folder, 'former.sql')
  const dumped = Bun.spawnSync([join(await findPostgres(), 'pg_dump'), '--no-owner', '--file', file, address])
  expect([dumped.exitCode, dumped.stderr.toString()]).toEqual([0, ''])
  const read: Record<string, DumpRow[]> = {}
  for await (const { table, row } of readDump(file, () => true)) read[table] = [...(read[table] ?? []), row]
  expect(Object.keys(read).sort()).toEqual(Object.keys(tables).sort())
  for (const [table, rows] of Object.entries(tables)) expect([table, read[table]?.length]).toEqual([table, rows.length])
  expect(read.Texts).toEqual(tables.Texts)
  expect(read.Messages?.[0]).toMatchObject({
    wid: 'BAE5A',
    fromMe: 'f',
    mediaUrl: null,
    createdAt: expect.stringMatching(/[+-]\d\d$/),
  })
})
