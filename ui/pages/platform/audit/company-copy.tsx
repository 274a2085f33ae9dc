import { PackageOpen } from 'lucide-react'
import { Button } from '../../../components/button'
import { ExportList } from '../../../data-exports/export-list'
import { dataExports, exportCompany } from '../../../data-exports/exports'
import { useList } from '../../../lib/list'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { CompanyImport } from './company-import'

/** Export of the whole company as one file; for super users also the import. */
export function CompanyCopy() {
  const { t } = useTranslation()
  const isExporting = useList(dataExports).rows.some(({ kind, status }) => kind === 'company' && status === 'making')
  const isSuper = useMe().super
  return (
    <div className="flex flex-col gap-6">
      <section>
        <p className="mb-3 max-w-prose text-muted">{t('audit.companyLead')}</p>
        <Button
          variant="primary"
          icon={<PackageOpen aria-hidden />}
          aria-disabled={isExporting}
          onClick={() => void exportCompany()}
        >
          {isExporting ? t('audit.exportMaking') : t('audit.makeCopy')}
        </Button>
        <div className="mt-4 rounded-lg border border-line bg-surface">
          <ExportList kind="company" empty={t('audit.copiesNone')} />
        </div>
        <p className="mt-2 text-faint text-sm">{t('audit.kept')}</p>
      </section>
      {isSuper && <CompanyImport />}
    </div>
  )
}
