import type { Language } from '../enums'

/** Automatic texts of the robot that a company does not write itself (open decision 40). */
const texts = {
  invalidOption: {
    pt: 'Opção inválida, por favor, escolha uma opção válida.',
    en: 'Invalid option, please choose a valid one.',
    es: 'Opción no válida, por favor elija una opción válida.',
  },
} satisfies Record<string, Record<Language, string>>

/** Text before a menu that is sent again after an invalid answer. */
export const invalidOptionText = (language: Language) => texts.invalidOption[language]
