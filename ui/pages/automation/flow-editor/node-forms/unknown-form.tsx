import { Button } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import { useTranslation } from '../../../../lib/use-translation'
import type { NodeFormProps } from './node-dialog'

/** Explains a node of a kind that this version does not know; its data stays as it is. */
export function UnknownForm({ type, data, onClose }: NodeFormProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      title={t('flowBuilder.kinds.unknown')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <p className="mb-3">{t('flowBuilder.unknownText', { type })}</p>
      <pre className="max-h-72 overflow-auto rounded-md bg-sunken p-3 text-sm">{JSON.stringify(data, null, 2)}</pre>
    </Dialog>
  )
}
