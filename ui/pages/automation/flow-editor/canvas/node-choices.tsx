import { kindOf } from '../../../../../src/shared/flow/read-node'
import { useTranslation } from '../../../../lib/use-translation'
import { kindIcons, type PaletteType, paletteTypes } from '../editor/kinds'

/** Buttons of the kinds that may follow a way out. */
export function NodeChoices({ onChoose }: { onChoose: (type: PaletteType) => void }) {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-col">
      {paletteTypes
        .filter((type) => type !== 'start')
        .map((type) => {
          const kind = kindOf(type)
          const Icon = kindIcons[kind]
          return (
            <li key={type}>
              <button
                type="button"
                onClick={() => onChoose(type)}
                className="flex min-h-control-sm w-full items-center gap-3 rounded-md px-3 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2 [&_svg]:size-4"
              >
                <Icon aria-hidden />
                {t(`flowBuilder.kinds.${kind}`)}
              </button>
            </li>
          )
        })}
    </ul>
  )
}
