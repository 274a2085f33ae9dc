import { Building2, CircleCheck, SearchX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import type { CompanyLine } from '../../../../src/features/provider/morning/model'
import { type CompanySort, companySorts } from '../../../../src/shared/morning'
import { BoxedList } from '../../../components/boxed-list'
import { EmptyState } from '../../../components/empty-state'
import { ErrorState } from '../../../components/error-state'
import { ListEnd } from '../../../components/infinite-list'
import { PageTools } from '../../../components/page-tools'
import { Segmented } from '../../../components/segmented'
import { BareSelect } from '../../../components/select'
import { SkeletonRows } from '../../../components/skeleton'
import { TableHead } from '../../../components/table-head'
import { useList } from '../../../lib/list'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { toCompany } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { Activity, Licence, Problems, Usage } from './company-cells'
import { chooseCompanies, companyChoice, companyLines, resetCompanies, tableId } from './store'

/** All companies with their use, sorted, searched and filtered by the server. */
export function CompanyTable() {
  const { t } = useTranslation()
  const { sort, attention, search, resets } = useValue(companyChoice)
  const isTable = useMediaQuery(breakpoints.table)
  useEffect(() => resetCompanies, [])
  return (
    <section aria-labelledby={tableId} className="mt-8">
      <h2 id={tableId} className="font-semibold text-lg">
        {t('morning.table')}
      </h2>
      <p className="mb-3 text-muted text-sm">{t('morning.counted')}</p>
      <PageTools
        key={resets}
        search={{ label: t('morning.search'), initial: search, onSearch: (text) => chooseCompanies({ search: text }) }}
      >
        <Segmented
          label={t('morning.filter')}
          choices={[
            { value: 'all', label: t('morning.all') },
            { value: 'attention', label: t('morning.attention') },
          ]}
          value={attention ? 'attention' : 'all'}
          onChange={(value) => chooseCompanies({ attention: value === 'attention' })}
        />
        <BareSelect
          label={t('morning.sort')}
          value={sort}
          choices={companySorts.map((value) => ({ value, label: t(`morning.sorts.${value}`) }))}
          onChange={(value) => chooseCompanies({ sort: value as CompanySort })}
          className="w-full sm:w-64"
        />
      </PageTools>
      {isTable ? <Table /> : <Cards />}
    </section>
  )
}

function Cards() {
  const { t } = useTranslation()
  return (
    <BoxedList
      list={companyLines}
      label={t('morning.table')}
      skeletonRows={6}
      empty={<NoCompanies />}
      render={(row) => (
        <li className="flex flex-col gap-1 px-4 py-3">
          <CompanyName row={row} />
          <Problems row={row} />
          <Licence row={row} />
          <Usage row={row} />
          <Activity row={row} />
        </li>
      )}
    />
  )
}

const cell = 'px-4 py-2 align-middle'

function Table() {
  const { t } = useTranslation()
  const { rows, state, failure, hasMore } = useList(companyLines)
  useEffect(() => {
    if (companyLines.state.peek() === 'idle') void companyLines.more()
  }, [])
  if (rows.length === 0)
    return (
      <Box>
        {state === 'failed' ? (
          <ErrorState failure={failure} onRetry={() => companyLines.reload()} />
        ) : state === 'ready' && !hasMore ? (
          <NoCompanies />
        ) : (
          <SkeletonRows avatar={false} />
        )}
      </Box>
    )
  return (
    <Box>
      <table className="page-table" aria-busy={state === 'loading'} aria-labelledby={tableId}>
        <TableHead columns={[t('morning.company'), t('morning.licence'), t('morning.usage'), t('morning.activity')]} />
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className={`${cell} text-left font-normal`}>
                <CompanyName row={row} />
                <Problems row={row} />
              </th>
              <td className={cell}>
                <Licence row={row} />
              </td>
              <td className={cell}>
                <Usage row={row} />
              </td>
              <td className={`${cell} whitespace-nowrap`}>
                <Activity row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ListEnd list={companyLines} />
    </Box>
  )
}

const Box = ({ children }: { children: ReactNode }) => (
  <div className="rounded-lg border border-line bg-surface">{children}</div>
)

const CompanyName = ({ row: { id, name } }: { row: CompanyLine }) => (
  <Link href={toCompany(id, 'form')} className="wrap-anywhere font-medium text-ink underline-offset-2 hover:underline">
    {name}
  </Link>
)

function NoCompanies() {
  const { t } = useTranslation()
  const { search, attention } = useValue(companyChoice)
  if (search) return <EmptyState icon={<SearchX />} title={t('morning.nothingFound', { text: search })} />
  if (attention) return <EmptyState icon={<CircleCheck />} title={t('morning.noneNeeds')} />
  return <EmptyState icon={<Building2 />} title={t('companies.emptyTitle')} />
}
