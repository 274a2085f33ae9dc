import type { ImportPreview } from '../../src/features/contacts/imports/model'
import { ScrollArea } from '../components/scroll-area'
import { useNumberHint } from '../contact/number-field'
import { classes } from '../lib/classes'
import { showNumber } from '../lib/phone'
import { useTranslation } from '../lib/use-translation'

const unescaped = { interpolation: { escapeValue: false } }

/** The first people of a file as they will be stored, and what will be left out, with the reasons. */
export function PreviewPeople({ preview, isBusy }: { preview: ImportPreview; isBusy: boolean }) {
  const { t } = useTranslation()
  const { rows, sampled, hasMore, refused, leftOut, leftOutCount } = preview
  const country = useNumberHint('')
  const heads = [t('contacts.row'), t('contacts.name'), t('contacts.number'), t('contacts.email')]
  return (
    <section
      aria-labelledby="import-people"
      aria-busy={isBusy}
      className={classes('flex flex-col gap-2', isBusy && 'opacity-60')}
    >
      <h3 id="import-people" className="font-medium">
        {t('contactImport.people')}
      </h3>
      <p className="text-faint text-sm">{country}</p>
      <ScrollArea label={t('contactImport.people')}>
        <table className="w-full text-sm">
          <thead className="border-line border-b text-left text-faint">
            <tr>
              {[...heads, t('contactImport.fields')].map((head) => (
                <th key={head} scope="col" className="px-3 py-1.5 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <PersonRow key={row.row} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <div role="status" className="flex flex-col gap-1 text-sm">
        <p className="text-muted">
          {t(hasMore ? 'contactImport.sampledFirst' : 'contactImport.sampledAll', { count: sampled })}
        </p>
        {refused > 0 && <p className="text-danger-ink">{t('contactImport.refused', { count: refused })}</p>}
        {leftOutCount > 0 && <p className="text-warn">{t('contactImport.leftOut', { count: leftOutCount })}</p>}
      </div>
      {leftOut.length > 0 && (
        <ul className="list-disc pl-5 text-muted text-sm">
          {leftOut.map(({ row, column, text, fault }) => (
            <li key={`${row} ${column} ${text}`} className="wrap-anywhere">
              {t('contactImport.cell', {
                row,
                column,
                text,
                reason: t(`contactImport.cellFaults.${fault}`),
                ...unescaped,
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PersonRow({ row: { row, name, number, email, fields, fault } }: { row: ImportPreview['rows'][number] }) {
  const { t } = useTranslation()
  const cell = 'max-w-48 truncate px-3 py-1.5'
  return (
    <tr>
      <td className="px-3 py-1.5 text-faint tabular-nums">{row}</td>
      <td className={cell}>{name}</td>
      {fault ? (
        <td colSpan={3} className="px-3 py-1.5 text-danger-ink">
          {number && `${number}: `}
          {t(`contactImport.rowFaults.${fault}`)}
        </td>
      ) : (
        <>
          <td className="whitespace-nowrap px-3 py-1.5 tabular-nums">{showNumber(number)}</td>
          <td className={cell}>{email}</td>
          <td className={cell}>{fields.map(({ name, value }) => `${name}: ${value}`).join(' · ')}</td>
        </>
      )}
    </tr>
  )
}
