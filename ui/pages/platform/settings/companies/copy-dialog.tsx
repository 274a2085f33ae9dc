import { PackageOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Company } from '../../../../../src/features/provider/companies/model'
import type { DataExport } from '../../../../../src/features/provider/data-transfer/model'
import { Button } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import { ErrorState } from '../../../../components/error-state'
import { SkeletonRows } from '../../../../components/skeleton'
import { ExportRow } from '../../../../data-exports/export-list'
import { api, unwrapResponse } from '../../../../lib/api'
import { createList, useList } from '../../../../lib/list'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'

/** Polling interval in ms; events about an export reach only its own company. */
const pollMs = 2000

const createCopyList = (id: number) =>
  createList<DataExport>({
    load: async () => {
      const { exports } = await unwrapResponse(api.companies({ id }).exports.get())
      return { rows: exports.filter(({ kind }) => kind === 'company'), hasMore: false }
    },
    compare: (a, b) => b.id - a.id,
  })

/** Exports of a company's data for another installation. */
export function CopyDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation()
  const [copies] = useState(() => createCopyList(company.id))
  const { rows, state, failure } = useList(copies)
  const isExporting = rows.some(({ status }) => status === 'making')
  useEffect(() => void copies.reload(), [copies])
  useEffect(() => {
    if (!isExporting) return
    const timer = setInterval(() => void copies.reload(), pollMs)
    return () => clearInterval(timer)
  }, [copies, isExporting])
  const make = () => unwrapResponse(api.companies({ id: company.id }).exports.post()).then(copies.put, toastError)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('companies.copyTitle', { name: company.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button variant="primary" icon={<PackageOpen aria-hidden />} busy={isExporting} onClick={() => void make()}>
            {isExporting ? t('audit.exportMaking') : t('audit.makeCopy')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">{t('audit.companyLead')}</p>
      <div className="rounded-lg border border-line">
        {rows.length > 0 && (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <ExportRow key={row.id} row={row} />
            ))}
          </ul>
        )}
        {rows.length === 0 && state === 'failed' && <ErrorState failure={failure} onRetry={copies.reload} />}
        {rows.length === 0 && state === 'loading' && <SkeletonRows rows={1} avatar={false} />}
        {rows.length === 0 && state === 'ready' && (
          <p className="px-4 py-6 text-center text-muted">{t('audit.copiesNone')}</p>
        )}
      </div>
      <p className="mt-2 text-faint text-sm">{t('audit.kept')}</p>
    </Dialog>
  )
}
