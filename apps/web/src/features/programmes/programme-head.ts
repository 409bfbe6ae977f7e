import { BRAND } from '@agres/domain/brand';
import { pathOf } from '@agres/domain/paths';
import { msg } from '@lingui/core/macro';

import { pageHead, type Listing } from '../../lib/page-head.ts';
import { pictureUrlOf } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { breadcrumbsOf, organisationOf } from '../../lib/structured-data.ts';
import type { ShownProgramme } from './load-programme.ts';

export function programmeHead(context: RouterContext, shown: ShownProgramme) {
  const { name } = shown;
  const title = context.i18n._(msg`${name} programme`);
  return pageHead(context, {
    title,
    listing: import.meta.env.SSR && programmeListing(context, shown, title),
  });
}

function programmeListing(context: RouterContext, shown: ShownProgramme, title: string): Listing {
  const { locale, publicUrl } = context;
  const { programme, name, lead } = shown;
  const pathIn = (language: typeof locale) => pathOf('programme', language, { programme });
  return {
    pathIn,
    description: lead,
    statements: [
      {
        '@type': 'ExercisePlan',
        name: title,
        description: lead,
        url: publicUrl + pathIn(locale),
        image: pictureUrlOf(shown.cover, context),
        inLanguage: locale,
        activityDuration: `PT${shown.sessionMinutes}M`,
        intensity: shown.level,
        publisher: organisationOf(context),
      },
      breadcrumbsOf(context, [
        { name: BRAND.name, path: pathOf('home', locale) },
        { name, path: pathIn(locale) },
      ]),
    ],
  };
}
