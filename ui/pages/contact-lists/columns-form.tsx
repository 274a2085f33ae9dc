import type { ContactImport } from '../../../src/features/contact-imports/model'
import { FormDialog } from '../../components/form-dialog'
import { ScrollArea } from '../../components/scroll-area'
import { Select } from '../../components/select'
import { SwitchField } from '../../components/switch-field'
import { createForm, useForm } from '../../lib/form'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { chooseColumns } from './imports-store'

type Preview = NonNullable<ContactImport['preview']>

const makeForm = ({ columns: { name, number, email, heading } }: Preview) =>
  createForm({ name: String(name ?? ''), number: String(number), email: String(email ?? ''), heading }, {})
type Values = ReturnType<ReturnType<typeof makeForm>['values']>

interface ColumnsFormProps {
  contactImport: ContactImport
  preview: Preview
  onClose: () => void
}

/** Choice of the columns of a file, above its first rows. */
export function ColumnsForm({ contactImport, preview, onClose }: ColumnsFormProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(preview))
  const hasHeading = useValue(form.field('heading').value)
  const send = async ({ name, number, email, heading }: Values) => {
    const orNull = (column: string) => (column === '' ? null : Number(column))
    await chooseColumns(contactImport.id, {
      ...{ name: orNull(name), number: Number(number), email: orNull(email), heading },
    })
    onClose()
  }
  const [first = []] = preview.rows
  const width = Math.max(...preview.rows.map((cells) => cells.length))
  const choices = Array.from({ length: width }, (_, at) => ({
    value: String(at),
    label: (hasHeading && first[at]) || t('contactLists.column', { letter: columnLetter(at) }),
  }))
  const none = { value: '', label: t('contactLists.noColumn') }
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('contactLists.chooseColumns')}
      action={t('contactLists.startImport')}
      onClose={onClose}
      size="lg"
    >
      <p className="text-muted">
        {t('contactLists.chooseColumnsText', { file: contactImport.fileName, interpolation: { escapeValue: false } })}
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        <Select field={form.field('number')} label={t('contactLists.number')} choices={choices} />
        <Select field={form.field('name')} label={t('contactLists.name')} choices={[none, ...choices]} />
        <Select field={form.field('email')} label={t('contactLists.email')} choices={[none, ...choices]} />
      </div>
      <SwitchField field={form.field('heading')} label={t('contactLists.hasHeading')} />
      <FirstRows rows={preview.rows} width={width} hasHeading={hasHeading} />
    </FormDialog>
  )
}

/** Letters of a column as spreadsheets show them: A to AZ. */
const columnLetter = (at: number): string =>
  (at >= 26 ? columnLetter(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

function FirstRows({ rows, width, hasHeading }: { rows: string[][]; width: number; hasHeading: boolean }) {
  const { t } = useTranslation()
  const columns = Array.from({ length: width }, (_, at) => at)
  return (
    <ScrollArea label={t('contacts.firstRows')}>
      <table className="w-full text-sm">
        <thead className="border-line border-b text-left text-faint">
          <tr>
            {columns.map((at) => (
              <th key={at} scope="col" className="px-3 py-1.5 font-medium">
                {columnLetter(at)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
            <tr key={row} className={hasHeading && row === 0 ? 'font-medium' : undefined}>
              {columns.map((at) => (
                <td key={at} className="max-w-40 truncate px-3 py-1.5">
                  {cells[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
