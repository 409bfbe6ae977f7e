/**
 * Who may import whom (`pnpm layers`). The direction of packages:
 * domain <- core <- money <- shop <- server, and office above shop. See docs/ARCHITECTURE.md.
 */
const source = '^(apps|packages|lab)/[^/]+/(src|test)/|^(lab|scripts|e2e|prisma)/';
const tests = String.raw`(/test/|/testing/|/testing[^/]*\.ts$|\.(test|chaos)\.tsx?$|^lab/|^e2e/)`;

/** Product code of `from` imports of the product's packages only those of `allowed`. */
function mayImport(from, allowed, comment) {
  const others = allowed.length === 0 ? '' : `(?!(?:${allowed.join('|')})/)`;
  return {
    name: `${from}-imports`,
    comment,
    severity: 'error',
    from: { path: `^${from}/src/`, pathNot: tests },
    to: { path: `^(?!${from}/)${others}(?:apps|packages|lab|scripts|e2e|prisma)/` },
  };
}

const [domain, ui, i18n, legal, db, mail, payments, core, money, shop, office] = [
  'domain',
  'ui',
  'i18n',
  'legal',
  'db',
  'mail',
  'payments',
  'core',
  'money',
  'shop',
  'office',
].map((name) => `packages/${name}`);
const BELOW_CORE = [domain, legal, db, mail, payments];

export default {
  forbidden: [
    mayImport(domain, [], 'The rules are pure and know no other package.'),
    mayImport(ui, [], '`ui` must not import business rules.'),
    mayImport(i18n, [domain], 'Texts know the rules only.'),
    mayImport(legal, [domain, i18n], 'Legal texts know rules and formats only.'),
    mayImport(db, [domain], 'The database client knows the rules only.'),
    mayImport(mail, [domain, i18n, legal], 'Templates know rules and texts only.'),
    mayImport(payments, [domain], 'The provider is spoken to in our own words, without the shop.'),
    mayImport(
      'packages/stripe-emulator',
      [],
      'It emulates another company and knows nothing of the shop.',
    ),
    mayImport(core, BELOW_CORE, 'core knows no noun of the shop.'),
    mayImport(money, [...BELOW_CORE, core], 'Money does not know who calls it.'),
    mayImport(shop, [...BELOW_CORE, core, money], 'The shop does not know the owner’s operations.'),
    mayImport(
      office,
      [...BELOW_CORE, i18n, core, money, shop],
      'The office uses the product and stands above it.',
    ),
    mayImport(
      'apps/web',
      [domain, ui, i18n, legal, shop, 'apps/web'],
      'Pages know rules, texts and the types of procedures.',
    ),
    mayImport(
      'apps/office',
      [domain, ui, i18n, office, 'apps/office'],
      'The office’s pages know rules, texts and the types of its calls.',
    ),
    mayImport(
      'apps/server',
      [...BELOW_CORE, i18n, core, money, shop, office, 'apps/web'],
      'The server puts the product together.',
    ),
    ...[
      ['^packages/(core|money|shop|office)/src/', '^packages/(mail|payments)/'],
      ['^apps/web/src/', '^packages/shop/'],
      ['^apps/office/src/', '^packages/office/'],
      ['^apps/server/src/', '^apps/web/'],
    ].map(([from, to]) => ({
      name: `types-only-to-${to.replaceAll(/[^a-z]+/g, '-').slice(1, -1)}`,
      comment: 'Only types cross here: write `import type`.',
      severity: 'error',
      from: { path: from, pathNot: tests },
      to: { path: to, dependencyTypesNot: ['type-only'] },
    })),
    {
      name: 'no-tests-in-product',
      comment: 'Product code does not import tests.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: tests },
      to: { path: tests, pathNot: 'node_modules' },
    },
    {
      name: 'no-circles',
      comment:
        'Imports form no circle, types included. The router’s generated tree is the exception.',
      severity: 'error',
      from: {
        path: source,
        pathNot: String.raw`routeTree\.gen\.ts$|^apps/web/src/(routes|router)`,
      },
      to: { circular: true, viaOnly: { pathNot: String.raw`routeTree\.gen\.ts$` } },
    },
    {
      name: 'no-unresolved',
      comment: 'The import leads to no file.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-node-in-browser',
      comment: 'The browser runs this package too and has no Node modules.',
      severity: 'error',
      from: { path: '^(apps/(web|office)|packages/(domain|i18n|legal|ui))/src/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'domain-only-zod',
      comment: 'The rules use no library but zod.',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev'], pathNot: '/zod/' },
    },
    {
      name: 'features-apart',
      comment:
        'A feature imports ui, lib and checkout, never another feature: a route puts them together.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^apps/web/src/features/', pathNot: ['^apps/web/src/features/($1|checkout)/'] },
    },
    {
      name: 'web-shelves',
      comment: 'lib imports lib; ui imports ui and lib; only routes import routes.',
      severity: 'error',
      from: { path: '^apps/web/src/(lib|ui)/', pathNot: tests },
      to: { path: '^apps/web/src/(features|routes)/' },
    },
    {
      name: 'lib-below-ui',
      comment: 'lib does not import ui.',
      severity: 'error',
      from: { path: '^apps/web/src/lib/', pathNot: tests },
      to: { path: '^apps/web/src/ui/' },
    },
    {
      name: 'not-in-dependencies',
      comment: 'The package does not list it in its dependencies, or production may not have it.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`/generated/|/dist/|\.po$|\.css|\?raw$` },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
