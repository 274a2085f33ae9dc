import type { ReactNode } from 'react'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { kindOf } from '../../../../../src/shared/flow/read-node'
import { FormDialog } from '../../../../components/form-dialog'
import type { Form } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'

/** Properties of the form of a kind: the node's data, and a function that stores its change. */
export interface NodeFormProps {
  type: string
  data: StoredNode['data']
  isNew: boolean
  onSave: (data: StoredNode['data']) => void
  onClose: () => void
}

interface NodeDialogProps<V extends object> extends NodeFormProps {
  form: Form<V>
  /** Data that the values of the form make. */
  toData: (values: V) => StoredNode['data']
  size?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

/** Dialog of one node: "Adicionar" for a new one, "Editar" for one of the flow. */
export function NodeDialog<V extends object>({
  type,
  isNew,
  onSave,
  onClose,
  form,
  toData,
  size,
  children,
}: NodeDialogProps<V>) {
  const { t } = useTranslation()
  const kind = t(`flowBuilder.kinds.${kindOf(type)}`)
  return (
    <FormDialog
      form={form}
      send={async (values) => onSave(toData(values))}
      title={isNew ? t('flowBuilder.addTitle', { kind }) : t('flowBuilder.editTitle', { kind })}
      action={isNew ? t('flowBuilder.add') : t('flowBuilder.edit')}
      onClose={onClose}
      size={size}
    >
      {children}
    </FormDialog>
  )
}
