/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Lists that link records themselves: next is the next record, place the pointer to this record, in
 * the one before or the list. A record is added and removed without a search and without memory.
 */
#pragma once

/** Add a record to the begin of a list. */
#define TSW_LIST_ADD(list, record)                \
   do                                             \
   {                                              \
      (record)->next = *(list);                   \
      (record)->place = (list);                   \
      if ((record)->next)                         \
      {                                           \
         (record)->next->place = &(record)->next; \
      }                                           \
      *(list) = (record);                         \
   } while (0)

/** Remove a record from its list. */
#define TSW_LIST_REMOVE(record)                   \
   do                                             \
   {                                              \
      *(record)->place = (record)->next;          \
      if ((record)->next)                         \
      {                                           \
         (record)->next->place = (record)->place; \
      }                                           \
   } while (0)
