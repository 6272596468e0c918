#ifndef VALENCE_CXML_H
#define VALENCE_CXML_H
#include <libxml/SAX2.h>
#include <libxml/parser.h>

/* The position of a parser. Newer versions of libxml2 deprecate the members of its context. */
static inline int valence_xml_line(xmlParserCtxtPtr context) { return xmlSAX2GetLineNumber(context); }
static inline int valence_xml_column(xmlParserCtxtPtr context) { return xmlSAX2GetColumnNumber(context); }

/* Releases a parser. Entity declarations create a document, although the parser builds no tree. */
static inline void valence_xml_release(xmlParserCtxtPtr context) {
  if (context->myDoc != NULL) xmlFreeDoc(context->myDoc);
  context->myDoc = NULL;
  xmlFreeParserCtxt(context);
}
#endif
