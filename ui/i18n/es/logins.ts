import type { Texts } from '../pt/all'

export const logins: Texts['logins'] = {
  title: 'Sesiones',
  lead: 'Solo una queda abierta a la vez: entrar en otro lugar cierra la anterior.',
  several_one:
    'Una queda abierta en la computadora y otra en el celular: entrar en otra computadora u otro celular cierra la anterior.',
  several_other:
    'Una queda abierta en la computadora y hasta {{count}} en celulares: entrar en otra computadora, o en un celular más, cierra la más antigua.',
  of: 'Sesiones de {{name}}',
  none: 'No hay sesiones.',
  thisOne: 'Esta sesión',
  since: 'Entró el {{date}}',
  lastUsed: 'Usada el {{date}}',
  ended: 'Cerrada el {{date}}',
  endedBy: {
    admin: 'cerrada por un administrador',
    elsewhere: 'entró en otro lugar',
    logout: 'usted salió',
    logoutByUser: 'la persona salió',
    password: 'la contraseña se cambió',
    reset: 'la contraseña se restableció',
    revoked: 'cerrada por usted',
    revokedByUser: 'cerrada por la propia persona',
    reuse: 'cerrada por seguridad',
    other: 'se acabó su plazo',
  },
  unknownDevice: 'Navegador desconocido',
  end: 'Cerrar la sesión de {{device}}',
  endOthers: 'Cerrar todas las demás',
  endAll: 'Cerrar todas',
  endedOne: 'Sesión cerrada.',
}
