/** Replacements in a page's tags for scripts, so that no script is fetched before the first paint. */
const changes = [
  ['<link rel="modulepreload"', '<link rel="later" fetchpriority="low"'],
  [' type="module" async=""', ' type="text/later"'],
] as const;

/** Lets the scripts of a page be fetched after its styles, fonts and pictures, because the page is readable without scripts. */
export const scriptsLast = (html: string): string =>
  import.meta.env.PROD ? changes.reduce((text, [from, to]) => text.replaceAll(from, to), html) : html;

/**
 * The script at the end of the body, which runs once the styles are loaded: it fetches the other scripts after the first paint. A page in
 * a background tab is not painted, so it fetches them at once.
 */
export const afterPaint = `(()=>{let d=document,b=0,go=()=>{if(b++)return;for(const l of d.querySelectorAll('link[rel=later]'))l.rel='modulepreload';for(const s of d.querySelectorAll('script[type="text/later"]')){const m=d.createElement('script');m.type='module';m.nonce=s.nonce;m.textContent=s.textContent;d.head.append(m)}};try{d.hidden?go():new PerformanceObserver(go).observe({type:'paint',buffered:true})}catch{}setTimeout(go,2e3)})()`;
