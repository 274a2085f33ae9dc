import { mapInSlices } from '../../../core/process/work-slices'
import type { Scope } from '../../../core/scope'
import type { SheetTable } from './workbook-writer'

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Download of a workbook with one sheet. */
export async function xlsxAnswer({ ports, companyId }: Scope, file: string, table: SheetTable): Promise<Response> {
  const { rows, ...heading } = table
  const texts = await mapInSlices(companyId, rows, (row) => JSON.stringify(row))
  const bytes = new TextEncoder().encode(`${JSON.stringify(heading).slice(0, -1)},"rows":[${texts.join(',')}]}`)
  const workbook = await ports.parsers.run(companyId, 'workbook.write', { bytes })
  return new Response(workbook, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${file}.xlsx"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
