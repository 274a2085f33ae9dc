import { useTranslation } from '../../../../lib/use-translation'
import type { NodeFormProps } from './node-fields'

/** Explains a node of a kind that this version does not know; its data stays as it is. */
export function UnknownForm({ type, data }: NodeFormProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className="mb-3">{t('flowBuilder.unknownText', { type })}</p>
      <pre className="max-h-72 overflow-auto rounded-md bg-sunken p-3 text-sm">{JSON.stringify(data, null, 2)}</pre>
    </>
  )
}
