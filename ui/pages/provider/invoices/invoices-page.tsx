import { FileDown, ReceiptText } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { InfiniteList } from '../../../components/infinite-list'
import { PageHead } from '../../../components/page-head'
import { SkeletonRows } from '../../../components/skeleton'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { paths } from '../../../lib/paths'
import { useLive } from '../../../lib/realtime'
import { useMe } from '../../../lib/session'
import { dueDay } from '../../../lib/time'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { AllCompanies } from './all-companies'
import { InvoiceRow, rowClass } from './invoice-row'
import { changeInvoiceFilter, downloadInvoices, ownInvoices, receiveInvoiceEvent } from './store'

/** Invoices of the company; for super users also those of all companies. */
export function FinanceiroPage() {
  const { t } = useTranslation()
  const { super: isProvider, company } = useMe()
  const [search] = useSearchParams()
  const toCheck = isProvider && search.get('view') === 'claims'
  const [tab, setTab] = useState<'own' | 'everyones'>(toCheck ? 'everyones' : 'own')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address chooses once.
  useEffect(() => {
    if (toCheck) changeInvoiceFilter({ status: 'claimed' })
  }, [])
  const id = useId()
  useTitle(t('financeiro.title'))
  useLive({ payment: receiveInvoiceEvent }, ownInvoices.reload)
  return (
    <div className="page">
      <PageHead
        title={t('financeiro.title')}
        lead={
          <>
            {t('financeiro.lead', { date: dueDay(company.dueDate) })}{' '}
            <Link href={paths.subscription} className="font-medium text-accent-ink underline underline-offset-2">
              {t('financeiro.toSubscription')}
            </Link>
          </>
        }
      />
      {isProvider && (
        <div className="mb-4">
          <Tabs
            id={id}
            label={t('financeiro.title')}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'own', label: t('financeiro.own') },
              { value: 'everyones', label: t('financeiro.everyones') },
            ]}
          />
        </div>
      )}
      <div className="mb-3 flex justify-end">
        <Button size="sm" icon={<FileDown aria-hidden />} onClick={() => void downloadInvoices(tab)}>
          {t('financeiro.export')}
        </Button>
      </div>
      <div {...(isProvider ? tabPanelProps(id, tab) : {})}>{tab === 'own' ? <OwnInvoices /> : <AllCompanies />}</div>
    </div>
  )
}

function OwnInvoices() {
  const { t } = useTranslation()
  const columnKeys = ['number', 'detail', 'value', 'dueDate', 'statusTitle'] as const
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <div aria-hidden className={`${rowClass} hidden! min-h-10! border-line border-b text-muted text-sm sm:grid!`}>
        {columnKeys.map((name) => (
          <span key={name}>{t(`financeiro.${name}`)}</span>
        ))}
      </div>
      <InfiniteList
        list={ownInvoices}
        label={t('financeiro.title')}
        className="divide-y divide-line"
        skeleton={<SkeletonRows rows={5} avatar={false} className="divide-y divide-line" />}
        empty={
          <EmptyState icon={<ReceiptText />} title={t('financeiro.emptyTitle')} text={t('financeiro.emptyText')} />
        }
        render={(invoice) => <InvoiceRow invoice={invoice} />}
      />
    </div>
  )
}
